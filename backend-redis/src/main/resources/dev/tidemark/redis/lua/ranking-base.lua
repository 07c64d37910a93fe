-- What every script on rankings may use.

local MAX_SCORE = 9007199254740991

-- Lua can hand on only so many arguments at once. Even, so that pairs stay together.
local PART = 4000

local clock
-- The time of this server in milliseconds: the only clock that deadlines and ages go by.
local function now()
    if not clock then
        local time = redis.call('TIME')
        clock = time[1] * 1000 + math.floor(time[2] / 1000)
    end
    return clock
end

-- Calls a command with any number of arguments, and adds up what it answers.
local function in_parts(command, key, args)
    if #args <= PART then
        return #args > 0 and redis.call(command, key, unpack(args)) or 0
    end
    local changed = 0
    for first = 1, #args, PART do
        local last = math.min(first + PART - 1, #args)
        changed = changed + redis.call(command, key, unpack(args, first, last))
    end
    return changed
end

-- Members and scores of a sorted set by turns, from a place on that counts from 0.
local function sorted_page(key, order, from, count)
    if count == 0 then
        return {}
    end
    return redis.call(order == 'ASC' and 'ZRANGE' or 'ZREVRANGE', key, from, from + count - 1, 'WITHSCORES')
end
