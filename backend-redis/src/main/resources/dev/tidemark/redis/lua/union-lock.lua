-- KEYS: the result, when it was made, the lock. ARGV: order, count, how old it may be, who asks, for how long to lock.
-- Answers done as union does; or compute and the time, if the one who asks has the lock now; or wait.

local result, made, lock = KEYS[1], KEYS[2], KEYS[3]
local max_age = tonumber(ARGV[3])
if is_fresh(made, max_age) then
    return first_of(result, ARGV[1], tonumber(ARGV[2]))
elseif redis.call('SET', lock, ARGV[4], 'NX', 'PX', ARGV[5]) then
    return {'compute', now()}
end
return {'wait'}
