-- KEYS: a table's, the list. ARGV: name, whether it is listed, then scores, each before its member.
-- Answers done, whether to list it.

local t = open(1)
if not settle(t) then
    return {'settling'}
elseif must_be_listed_first(t) then
    return {'unlisted'}
end
local scores, members = {}, {}
for i = 3, #ARGV, 2 do
    scores[i - 2], scores[i - 1] = ARGV[i], ARGV[i + 1]
    members[#members + 1] = ARGV[i + 1]
end
-- Whatever can fail comes before the first score.
require_types(t, members)
read_retention(t)
local to_list = listed(t)
put(t, scores)
renew(t)
return {'done', to_list}
