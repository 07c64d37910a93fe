-- KEYS: a table's, the list. ARGV: name, then members. Answers done, how many were there.

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
local removed = layout.remove(t, members)
if removed > 0 then
    cancel(t, members)
    if layout.size(t) == 0 then
        forget(t)
    else
        renew(t)
    end
end
return {'done', removed}
