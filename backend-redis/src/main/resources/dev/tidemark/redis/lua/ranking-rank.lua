-- KEYS: a table's. ARGV: order, member. Answers done, and if it is there its place and its score.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local place = place_of(t, ARGV[2], ARGV[1])
if not place then
    return {'done'}
end
return {'done', place, scores_of(t, {ARGV[2]})[1]}
