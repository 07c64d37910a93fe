-- KEYS: a table's, the list. ARGV: name, whether it is listed, then scores, each before its member.
-- Answers done, whether to list it.

local t = open(1)
if not settle(t) then
    return {'settling'}
elseif must_be_listed_first(t) then
    return {'unlisted'}
end
local scores = {}
for i = 3, #ARGV do
    scores[i - 2] = ARGV[i]
end
put(t, scores)
renew(t)
return {'done', listed(t)}
