-- KEYS: a table's, the list. ARGV: name, whether it is listed, after how long to undo it or '', then members, each before
-- its amount. Answers done, whether to list it, and the score after each; or overflow and the member.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local members = {}
for i = 4, #ARGV, 2 do
    members[#members + 1] = ARGV[i]
end
local scores = scores_of(t, members)
local answers, changes, latest = {}, {}, {}
for i, member in ipairs(members) do
    local score = (latest[member] or scores[i] or 0) + ARGV[2 * i + 3]
    if score > MAX_SCORE or score < -MAX_SCORE then
        return {'overflow', member}
    end
    latest[member] = score
    answers[i] = score
    changes[2 * i - 1], changes[2 * i] = score, member
end
if must_be_listed_first(t) then
    return {'unlisted'}
end
-- Whatever can fail comes before the first score. The list first of all: a name without a table does no harm.
read_retention(t)
local to_list = listed(t)
if ARGV[3] ~= '' then
    local increments = {}
    for i = 4, #ARGV do
        increments[i - 3] = ARGV[i]
    end
    undo_later(t, now() + tonumber(ARGV[3]), increments)
end
put(t, changes)
renew(t)
return {'done', to_list, answers}
