-- Adds to several tables in one step, all or nothing, and sets how long each is kept.
-- KEYS: those of each table, the list. ARGV: how many tables, whether they are listed; then for each table its name, its
-- retention or '', how many members, and the members, each once and before its amount.
-- Answers done and the names of the tables to list; or overflow, the table and the member.
-- Costs a few commands a table and, in each table, O(log n) a member.

local count = tonumber(ARGV[1])
local list = KEYS[4 * count + 1]

-- All expiries that are due come first, in every table: a run that ends before it is through with them changes nothing else.
local changes = {}
local at = 3
for i = 1, count do
    local t = open(4 * i - 3)
    if not settle(t) then
        return {'settling'}
    end
    local change = {table = t, name = ARGV[at], retention = ARGV[at + 1], members = {}, amounts = {}}
    local last = at + 2 + 2 * ARGV[at + 2]
    for j = at + 3, last, 2 do
        change.members[#change.members + 1] = ARGV[j]
        change.amounts[#change.amounts + 1] = ARGV[j + 1]
    end
    at = last + 1
    changes[i] = change
end

-- Whatever can fail comes before the first change.
for _, change in ipairs(changes) do
    read_retention(change.table)
    change.scores = {}
    for i, score in ipairs(scores_of(change.table, change.members)) do
        local sum = (score or 0) + change.amounts[i]
        if sum > MAX_SCORE or sum < -MAX_SCORE then
            return {'overflow', change.name, change.members[i]}
        end
        change.scores[2 * i - 1], change.scores[2 * i] = sum, change.members[i]
    end
end

-- Lets the table end that long from now. There may be a thousand of them, so it spares the commands for keys that cannot
-- be there: as open counts them, a table has no expiries if it is alone, or alone with its retention.
local function retain(t, retention)
    local till = now() + retention
    expire(t, till, retention)
    if t.keys - (t.kept_for and 1 or 0) > 1 then
        redis.call('PEXPIREAT', t.expiring, till)
        redis.call('PEXPIREAT', t.expiring_of, till)
    end
end

-- On a cluster the list is out of reach: see ranking-list.lua.
local made = {}
for _, change in ipairs(changes) do
    if not change.table.there then
        made[#made + 1] = change.name
    end
end
if #made > 0 and not list and ARGV[2] == '0' then
    return {'unlisted', made}
end

-- The list and the retentions come before the scores: a user of Redis who may not write them is rejected before any score
-- has changed.
if list and #made > 0 then
    local entries = {}
    for i, name in ipairs(made) do
        entries[2 * i - 1], entries[2 * i] = 0, name
    end
    in_parts('ZADD', list, entries)
    made = {}
end
for _, change in ipairs(changes) do
    if change.retention ~= '' then
        local till = string.format('%.0f', now() + change.retention)
        redis.call('SET', change.table.retention, change.retention, 'PXAT', till)
    end
end
for _, change in ipairs(changes) do
    local t = change.table
    put(t, change.scores)
    if change.retention ~= '' then
        retain(t, tonumber(change.retention))
    else
        renew(t)
    end
end
return {'done', made}
