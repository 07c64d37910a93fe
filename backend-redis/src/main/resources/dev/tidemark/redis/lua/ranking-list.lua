-- For scripts that may make a table, whose name is the first argument, and whether it is listed the second.
--
-- The list of tables is in reach of a single server's scripts only, as the key behind those of the table. On a cluster the
-- caller has to list a table before it is made, and once more after it, should the name have been swept away in between.
local list = KEYS[5]

local function must_be_listed_first(t)
    return not t.there and not list and ARGV[2] == '0'
end

-- Answers 1 if the caller has to list the table.
local function listed(t)
    if t.there then
        return 0
    elseif list then
        redis.call('ZADD', list, 0, ARGV[1])
        return 0
    end
    return 1
end
