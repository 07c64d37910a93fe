-- How long a table is kept.

-- Lets all keys of the table end at the same moment, that long from now.
local function keep_for(t, retention)
    local at = now() + retention
    expire(t, at, retention)
    redis.call('PEXPIREAT', t.expiring, at)
    redis.call('PEXPIREAT', t.expiring_of, at)
    redis.call('PEXPIREAT', t.retention, at)
end

-- After every write.
local function renew(t)
    local retention = not t.plain and redis.call('GET', t.retention)
    if retention then
        keep_for(t, tonumber(retention))
    end
end
