-- KEYS: the lock. ARGV: who has it.

if redis.call('GET', KEYS[1]) == ARGV[1] then
    redis.call('UNLINK', KEYS[1])
end
return {'done'}
