-- KEYS: a table's. ARGV: order, offset, count. Answers done, the total, the first entry's place, entries.

local t = open(1)
if not settle(t) then
    return {'settling'}
end
local from = tonumber(ARGV[2])
return {'done', size_of(t), from, page_of(t, ARGV[1], from, tonumber(ARGV[3]))}
