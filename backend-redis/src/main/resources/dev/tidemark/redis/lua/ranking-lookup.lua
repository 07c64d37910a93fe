-- KEYS: a table's. ARGV: order, then members. Answers done, the total, and for each member its place from 0 on and its
-- score, or -1 and 0 if it is not there.
-- Costs O(log n) a member with layout sorted-set, one SORT of the table with layout hash.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local members = {}
for i = 2, #ARGV do
    members[i - 1] = ARGV[i]
end
local scores, places = scores_of(t, members), places_of(t, members, ARGV[1])
local found = {}
for i in ipairs(members) do
    found[2 * i - 1] = places[i] or -1
    found[2 * i] = scores[i] or 0
end
return {'done', size_of(t), found}
