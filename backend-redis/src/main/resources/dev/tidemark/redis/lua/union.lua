-- KEYS: the result, when it was made, those of each table, the list of unions.
-- ARGV: order, count, how old it may be, how many entries it may read, the union's name in the list.
-- Answers done, the total, the first entry's place, entries, until when the caller has to list it or 0, the time; or
-- too-large and how many entries it would read.

local result, made = KEYS[1], KEYS[2]
local order, count, max_age, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local named = math.floor((#KEYS - 2) / 4)
local unions = KEYS[3 + 4 * named]

if is_fresh(made, max_age) then
    return first_of(result, order, count)
end

local tables, entries = {}, 0
for i = 1, named do
    local t = open(4 * i - 1)
    if not settle(t) then
        return {'settling'}
    elseif t.there then
        tables[#tables + 1] = t
        entries = entries + size_of(t)
    end
end
if entries > limit then
    return {'too-large', entries}
end

-- Adds up exactly, however far the sums leave the limit on the way: in two parts, each far from what a number can hold.
local HALF = 134217728
local function add_up()
    local high, low = {}, {}
    for _, t in ipairs(tables) do
        local page = page_of(t, 'ASC', 0, size_of(t))
        for i = 1, #page, 2 do
            local member, score = page[i], tonumber(page[i + 1])
            local part = math.floor(score / HALF)
            high[member] = (high[member] or 0) + part
            low[member] = (low[member] or 0) + (score - part * HALF)
        end
    end
    local sums = {}
    for member, part in pairs(high) do
        local sum = part * HALF + low[member]
        sums[#sums + 1] = math.max(-MAX_SCORE, math.min(MAX_SCORE, sum))
        sums[#sums + 1] = member
    end
    in_parts('ZADD', result, sums)
end

redis.call('UNLINK', result)
if #tables > 0 and not unite(result, tables) then
    add_up()
end
local answer = first_of(result, order, count)
local till = keep(result, made, now(), max_age)
if till > 0 and unions then
    redis.call('ZREMRANGEBYSCORE', unions, '-inf', now())
    redis.call('ZADD', unions, till, ARGV[5])
elseif till > 0 then
    answer[5], answer[6] = till, now()
end
return answer
