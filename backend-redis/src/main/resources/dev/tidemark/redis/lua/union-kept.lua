-- A union that was computed before: a sorted set, and a string that tells when. Both end at the same moment; an empty
-- union has the string only.

local function is_fresh(made, max_age)
    local at = tonumber(redis.call('GET', made))
    return at and at <= now() and now() - at < max_age
end

local function first_of(result, order, count)
    return {'done', redis.call('ZCARD', result), 0, sorted_page(result, order, 0, count), 0}
end

-- Keeps it as long as this caller asks for, or as long as the one before was to be kept. Answers until when, or 0 for not
-- at all.
local function keep(result, made, at, max_age)
    local till = math.max(at + max_age, now() + redis.call('PTTL', made))
    if till <= now() then
        redis.call('UNLINK', result, made)
        return 0
    end
    redis.call('SET', made, at)
    redis.call('PEXPIREAT', made, till)
    redis.call('PEXPIREAT', result, till)
    return till
end
