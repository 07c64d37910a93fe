-- KEYS: a table's. ARGV: order, member, radius. Answers done, the total, the first entry's place, entries.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local place = place_of(t, ARGV[2], ARGV[1])
if not place then
    return {'done', size_of(t), 0, {}}
end
local from = math.max(0, place - tonumber(ARGV[3]))
local count = place + tonumber(ARGV[3]) - from + 1
return {'done', size_of(t), from, page_of(t, ARGV[1], from, count)}
