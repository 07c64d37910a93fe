-- Increments that are to be undone.

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
