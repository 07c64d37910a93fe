-- How long a table is kept.

-- Reads how long that is. Before the first change: of all that a write does to keep a table only this can fail, and does if
-- somebody else's value is at the key.
local function read_retention(t)
    local retention = t.there and redis.call('GET', t.retention)
    t.kept_for = retention and retention + 0
    read_end(t)
end

-- Lets all keys of the table end at the same moment, that long from now.
local function keep_for(t, retention)
    local at = now() + retention
    expire(t, at, retention)
    redis.call('PEXPIREAT', t.expiring, at)
    redis.call('PEXPIREAT', t.expiring_of, at)
    redis.call('PEXPIREAT', t.retention, at)
end

-- After every write, for as long as read_retention found.
local function renew(t)
    if t.kept_for then
        keep_for(t, t.kept_for)
    end
end
