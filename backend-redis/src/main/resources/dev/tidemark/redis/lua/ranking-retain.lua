-- KEYS: a table's. ARGV: for how long. Answers done.

local t = open(1)
if not settle(t) then
    return {'settling'}
elseif t.there then
    read_end(t)
    redis.call('SET', t.retention, ARGV[1])
    keep_for(t, tonumber(ARGV[1]))
end
return {'done'}
