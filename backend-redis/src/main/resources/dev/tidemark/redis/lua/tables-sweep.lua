-- KEYS: the list of tables, then the first key of each table. ARGV: the tables' names.
-- Takes those off the list that are gone. Answers 1 for each that is there, 0 for each that is not.

local there = {}
for i, name in ipairs(ARGV) do
    there[i] = redis.call('EXISTS', KEYS[i + 1])
    if there[i] == 0 then
        redis.call('ZREM', KEYS[1], name)
    end
end
return there
