-- Layout sorted-set: one sorted set holds the members and their scores.

-- The scores of members in their order, false for one that is not there.
local function scores_of(t, members)
    if #members == 1 then
        return {tonumber(redis.call('ZSCORE', t.ranking, members[1])) or false}
    end
    local scores = {}
    for first = 1, #members, PART do
        local last = math.min(first + PART - 1, #members)
        for _, score in ipairs(redis.call('ZMSCORE', t.ranking, unpack(members, first, last))) do
            scores[#scores + 1] = tonumber(score) or false
        end
    end
    return scores
end

-- Sets scores; each stands before its member.
local function put(t, scores)
    in_parts('ZADD', t.ranking, scores)
end

-- Answers how many were there.
local function remove(t, members)
    return in_parts('ZREM', t.ranking, members)
end

local function size_of(t)
    return redis.call('ZCARD', t.ranking)
end

-- Members and scores by turns, from a place on that counts from 0.
local function page_of(t, order, from, count)
    return sorted_page(t.ranking, order, from, count)
end

-- A member's place, from 0 on, or false.
local function place_of(t, member, order)
    return redis.call(order == 'ASC' and 'ZRANK' or 'ZREVRANK', t.ranking, member)
end

-- The places of members in their order, false for one that is not there.
local function places_of(t, members, order)
    local places = {}
    for i, member in ipairs(members) do
        places[i] = place_of(t, member, order)
    end
    return places
end

-- Nothing that a change of scores has not come across before it changes one.
local function require_types() end

local function read_end() end

local function expire(t, at)
    redis.call('PEXPIREAT', t.ranking, at)
end

local function wipe(t)
    redis.call('UNLINK', t.ranking)
end

-- Adds tables up into a sorted set, if no sum can leave what a score may be, even on the way; answers whether.
local function unite(result, tables)
    local bound = 0
    local keys = {}
    for i, t in ipairs(tables) do
        local lowest = redis.call('ZRANGE', t.ranking, 0, 0, 'WITHSCORES')[2]
        local highest = redis.call('ZRANGE', t.ranking, -1, -1, 'WITHSCORES')[2]
        bound = bound + math.max(math.abs(lowest), math.abs(highest))
        keys[i] = t.ranking
    end
    if bound > MAX_SCORE or #keys > PART then
        return false
    end
    keys[#keys + 1] = 'AGGREGATE'
    keys[#keys + 1] = 'SUM'
    redis.call('ZUNIONSTORE', result, #tables, unpack(keys))
    return true
end
