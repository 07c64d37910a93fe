-- KEYS: a table's, the list. ARGV: name, whether it is listed, after how long to undo it or '', then members, each before
-- its amount. Answers done, whether to list it, and the score after each; or overflow and the member.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local members, places = {}, {}
for i = 4, #ARGV, 2 do
    local member = ARGV[i]
    if not places[member] then
        members[#members + 1] = member
        places[member] = #members
    end
end
local scores = layout.scores(t, members)
local answers = {}
for i = 4, #ARGV, 2 do
    local place = places[ARGV[i]]
    local score = (scores[place] or 0) + tonumber(ARGV[i + 1])
    if score > MAX_SCORE or score < -MAX_SCORE then
        return {'overflow', ARGV[i]}
    end
    scores[place] = score
    answers[#answers + 1] = score
end
if must_be_listed_first(t) then
    return {'unlisted'}
end
local changes = {}
for place, member in ipairs(members) do
    changes[2 * place - 1], changes[2 * place] = scores[place], member
end
layout.put(t, changes)
if ARGV[3] ~= '' then
    local increments = {}
    for i = 4, #ARGV do
        increments[i - 3] = ARGV[i]
    end
    undo_later(t, now() + tonumber(ARGV[3]), increments)
end
renew(t)
return {'done', listed(t), answers}
