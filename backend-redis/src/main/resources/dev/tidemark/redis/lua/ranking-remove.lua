-- KEYS: a table's, the list. ARGV: name, then members. Answers done, how many were there.

-- Cancels what is pending for members.
local function cancel(t, members)
    if t.plain then
        return
    end
    for _, member in ipairs(members) do
        no_longer_pending(t, redis.call('ZRANGEBYLEX', t.expiring_of, '[' .. member .. '\1', '(' .. member .. '\2'))
    end
end

local t = open(1)
if not settle(t) then
    return {'settling'}
elseif not t.there then
    return {'done', 0}
end
local members = {}
for i = 2, #ARGV do
    members[i - 1] = ARGV[i]
end
-- Whatever can fail comes before the first change; how many there are is asked because that may be what fails.
size_of(t)
read_retention(t)
cancel(t, members)
local removed = remove(t, members)
if removed > 0 then
    if size_of(t) == 0 then
        forget(t)
    else
        renew(t)
    end
end
return {'done', removed}
