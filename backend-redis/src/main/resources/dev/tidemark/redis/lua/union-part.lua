-- KEYS: a result that is being put together. ARGV: for how long, then scores, each before its member.

local scores = {}
for i = 2, #ARGV do
    scores[i - 1] = ARGV[i]
end
in_parts('ZADD', KEYS[1], scores)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return {'done'}
