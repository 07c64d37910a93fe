-- A table, whatever its layout, and the undos that are due.

-- How many undos a run may carry out, so that none holds up the server for long.
local budget = 500

-- The table whose keys begin at this place.
local function open(first)
    local ranking, expiring, retention = KEYS[first], KEYS[first + 1], KEYS[first + 3]
    -- The others are there only if the first is.
    local keys = redis.call('EXISTS', ranking, expiring, retention)
    return {
        ranking = ranking,
        expiring = expiring,
        expiring_of = KEYS[first + 2],
        retention = retention,
        keys = keys,
        there = keys > 0,
        plain = keys < 2,
    }
end

-- Whoever calls this has read one of the two keys; the other one comes first, should it be somebody else's.
local function no_longer_pending(t, undos)
    in_parts('ZREM', t.expiring_of, undos)
    in_parts('ZREM', t.expiring, undos)
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
    local members, amounts = {}, {}
    for i, undo in ipairs(due) do
        members[i], amounts[i] = string.match(undo, '^([^\1]+)\1%d+:(%-?%d+)$')
    end
    local scores = scores_of(t, members)
    local changes, latest = {}, {}
    for i, member in ipairs(members) do
        local score = latest[member] or scores[i]
        if score then
            score = math.max(-MAX_SCORE, math.min(MAX_SCORE, score - amounts[i]))
            latest[member] = score
            changes[#changes + 1] = score
            changes[#changes + 1] = member
        end
    end
    -- It can fail, if a key is somebody else's. After put it would leave an undo that is carried out again and again.
    no_longer_pending(t, due)
    put(t, changes)
    budget = budget - #due
    return budget > 0
end
