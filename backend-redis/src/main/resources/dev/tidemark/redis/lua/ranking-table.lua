-- A table, whatever its layout: its pending undos, its retention, and its place in the list of tables.

-- How many undos a run may carry out, so that none holds up the server for long.
local budget = 500

-- The table whose keys begin at this place.
local function open(first)
    local t = {
        ranking = KEYS[first],
        expiring = KEYS[first + 1],
        expiring_of = KEYS[first + 2],
        retention = KEYS[first + 3],
    }
    -- Without the first of these there are no others.
    local keys = redis.call('EXISTS', t.ranking, t.expiring, t.retention)
    t.there = keys > 0
    t.plain = keys < 2
    return t
end

local function no_longer_pending(t, undos)
    in_parts('ZREM', t.expiring, undos)
    in_parts('ZREM', t.expiring_of, undos)
end

-- Carries out the undos that are due. Answers false if there may be more: then the run has to end here.
local function settle(t)
    if t.plain then
        return true
    end
    local due = redis.call('ZRANGEBYSCORE', t.expiring, '-inf', now(), 'LIMIT', 0, budget)
    if #due == 0 then
        return true
    end
    local members, places, owners, amounts = {}, {}, {}, {}
    for i, undo in ipairs(due) do
        local member, amount = string.match(undo, '^([^\1]+)\1%d+:(%-?%d+)$')
        owners[i], amounts[i] = member, tonumber(amount)
        if not places[member] then
            members[#members + 1] = member
            places[member] = #members
        end
    end
    local scores = layout.scores(t, members)
    for i, member in ipairs(owners) do
        local place = places[member]
        if scores[place] then
            scores[place] = math.max(-MAX_SCORE, math.min(MAX_SCORE, scores[place] - amounts[i]))
        end
    end
    local changes = {}
    for place, member in ipairs(members) do
        if scores[place] then
            changes[#changes + 1] = scores[place]
            changes[#changes + 1] = member
        end
    end
    layout.put(t, changes)
    no_longer_pending(t, due)
    budget = budget - #due
    return budget > 0
end

-- The highest number of what is pending for a member.
local function last_number(t, member)
    local last = redis.call('ZREVRANGEBYLEX', t.expiring_of, '(' .. member .. '\2', '[' .. member .. '\1', 'LIMIT', 0, 1)
    return last[1] and tonumber(string.match(last[1], '\1(%d+):')) or 0
end

-- Notes that increments are to be undone. An undo is "member U+0001 number:amount". The number tells apart what is pending
-- for one member, and keeps it in order; so it need only be greater than those that are.
local function undo_later(t, deadline, increments)
    local numbers, by_deadline, by_member = {}, {}, {}
    for i = 1, #increments, 2 do
        local member, amount = increments[i], increments[i + 1]
        numbers[member] = (numbers[member] or last_number(t, member)) + 1
        local undo = string.format('%s\1%016d:%s', member, numbers[member], amount)
        by_deadline[i], by_deadline[i + 1] = deadline, undo
        by_member[i], by_member[i + 1] = 0, undo
    end
    in_parts('ZADD', t.expiring, by_deadline)
    in_parts('ZADD', t.expiring_of, by_member)
    t.plain = false
end

-- Cancels what is pending for members.
local function cancel(t, members)
    if t.plain then
        return
    end
    for _, member in ipairs(members) do
        no_longer_pending(t, redis.call('ZRANGEBYLEX', t.expiring_of, '[' .. member .. '\1', '(' .. member .. '\2'))
    end
end

-- Lets all keys of the table end at the same moment, that long from now.
local function keep_for(t, retention)
    local at = now() + retention
    layout.expire(t, at, retention)
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
