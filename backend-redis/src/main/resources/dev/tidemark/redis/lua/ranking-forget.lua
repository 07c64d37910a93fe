-- Removes all that there is of a table, and takes it off the list: the key behind its own, out of reach on a cluster.
local function forget(t)
    if KEYS[5] then
        redis.call('ZREM', KEYS[5], ARGV[1])
    end
    wipe(t)
    redis.call('UNLINK', t.expiring, t.expiring_of, t.retention)
end
