-- Layout hash: a set holds the members, a hash for each member its score; SORT puts them in order.

-- SORT replaces the first * of a pattern by the member, so a * of the table's own name is written as U+0003. The member
-- stands behind U+0002. No name has either, so no two tables share a key.
local function stats(t)
    if not t.stats then
        t.stats = 'stats:' .. string.gsub(string.sub(t.ranking, #'ranking:' + 1), '%*', '\3') .. '\2'
    end
    return t.stats
end

local function stats_until(t)
    return 'stats-until:' .. string.sub(t.ranking, #'ranking:' + 1)
end

local function stats_of(t, members)
    local keys = {}
    for i, member in ipairs(members) do
        keys[i] = stats(t) .. member
    end
    return keys
end

-- The scores of members in their order, false for one that is not there.
local function scores_of(t, members)
    local scores = {}
    for first = 1, #members, PART do
        local last = math.min(first + PART - 1, #members)
        for _, there in ipairs(redis.call('SMISMEMBER', t.ranking, unpack(members, first, last))) do
            local i = #scores + 1
            scores[i] = there == 1 and tonumber(redis.call('HGET', stats(t) .. members[i], 'score'))
        end
    end
    return scores
end

-- Sets scores; each stands before its member.
local function put(t, scores)
    for i = 1, #scores, 2 do
        local member = scores[i + 1]
        local key = stats(t) .. member
        if redis.call('SADD', t.ranking, member) == 1 then
            -- What is left of a table that was here before would bring its own end along.
            redis.call('UNLINK', key)
            t.added = t.added or {}
            t.added[#t.added + 1] = key
        end
        redis.call('HSET', key, 'score', scores[i])
    end
end

-- Answers how many were there.
local function remove(t, members)
    local removed = 0
    for _, member in ipairs(members) do
        if redis.call('SREM', t.ranking, member) == 1 then
            redis.call('UNLINK', stats(t) .. member)
            removed = removed + 1
        end
    end
    return removed
end

local function size_of(t)
    return redis.call('SCARD', t.ranking)
end

-- Members and scores by turns, from a place on that counts from 0.
local function page_of(t, order, from, count)
    local score = stats(t) .. '*->score'
    return redis.call('SORT', t.ranking, 'BY', score, 'LIMIT', from, count, 'GET', '#', 'GET', score, order)
end

-- A member's place, from 0 on, or false.
local function place_of(t, member, order)
    if redis.call('SISMEMBER', t.ranking, member) == 1 then
        for i, other in ipairs(redis.call('SORT', t.ranking, 'BY', stats(t) .. '*->score', order)) do
            if other == member then
                return i - 1
            end
        end
    end
    return false
end

-- The places of members in their order, false for one that is not there.
local function places_of(t, members, order)
    local all = {}
    for i, member in ipairs(redis.call('SORT', t.ranking, 'BY', stats(t) .. '*->score', order)) do
        all[member] = i - 1
    end
    local places = {}
    for i, member in ipairs(members) do
        places[i] = all[member] or false
    end
    return places
end

-- Fails if the key of one of the members is not a hash.
local function require_types(t, members)
    scores_of(t, members)
end

-- Until when the hashes live at least, which expire goes by.
local function read_end(t)
    t.covered = (t.there and redis.call('GET', stats_until(t)) or 0) + 0
end

-- Every write moves the end of the table, and there is a key for each member. So these live up to an eighth of the
-- retention longer, and are all renewed only when that no longer covers the table's own end.
local function expire(t, at, retention)
    local latest = at + math.floor(retention / 8)
    local covered = t.covered
    local keys = t.added or {}
    if covered < at or covered > latest then
        covered = latest
        keys = stats_of(t, redis.call('SMEMBERS', t.ranking))
        redis.call('SET', stats_until(t), covered)
    end
    for _, key in ipairs(keys) do
        redis.call('PEXPIREAT', key, covered)
    end
    redis.call('PEXPIREAT', stats_until(t), at)
    redis.call('PEXPIREAT', t.ranking, at)
end

local function wipe(t)
    in_parts('UNLINK', t.ranking, stats_of(t, redis.call('SMEMBERS', t.ranking)))
    redis.call('UNLINK', t.ranking, stats_until(t))
end

-- No command adds up hashes.
local function unite()
    return false
end
