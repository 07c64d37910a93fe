-- KEYS: the result, when it was made, the lock, the result as it was put together.
-- ARGV: who computed it, when that began, how old it may get. Answers done, until when it is kept or 0.

local result, made, lock, fresh = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if redis.call('GET', lock) ~= ARGV[1] then
    -- It took too long, and somebody else computes it anew.
    redis.call('UNLINK', fresh)
    return {'done', 0}
end
redis.call('UNLINK', result, lock)
if redis.call('EXISTS', fresh) == 1 then
    redis.call('RENAME', fresh, result)
end
return {'done', keep(result, made, tonumber(ARGV[2]), tonumber(ARGV[3]))}
