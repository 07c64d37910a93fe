-- Adds counts, visits and samples of one or more series, with their times to live.
--
-- classes: what kinds of key there are, by name: {operation, retention (0 is for ever), window, whether the number of changes
-- follows}; set before this text.
-- ARGV[1]  0, or the number of the key whose first count is to be answered, or -1 to take back counts that were added
-- ARGV[2]  1 if KEYS[1] is the list of series, to be kept up to date; 0 if the caller does that
-- then for each kind of a series that has changes: its entry in the list; for each of its keys the class, the number of
-- changes if it is not one, and the changes; and '' at the end.
--
-- Counts come before everything else: if one of them would leave 64 bits, those before it are taken back, and nothing is
-- changed. Answers {0, the count that was asked for, the numbers of the entries that have a new key}, or {number of the
-- entry that would overflow}.

local now

local function time()
  if not now then
    local t = redis.call('TIME')
    now = t[1] * 1000 + math.floor(t[2] / 1000)
  end
  return now
end

-- A key lives at least its retention from now on. Most writes find that it does already: the time to live ends a whole
-- retention after the end of the current window, so it is set once a window and only looked at otherwise. Answers whether
-- the key is new.
local function keep(key, class)
  local retention = class[2]
  if retention == 0 then
    return false
  end
  local left = redis.call('PTTL', key)
  if left >= retention then
    return false
  end
  redis.call('PEXPIRE', key, retention + class[3] - time() % class[3])
  return left == -1
end

-- The opposite of an amount, in steps that fit into 64 bits.
local function opposite(amount)
  if amount == '0' then
    return {'0'}
  elseif amount == '-9223372036854775808' then
    return {'9223372036854775807', '1'}
  elseif string.byte(amount) == 45 then
    return {string.sub(amount, 2)}
  end
  return {'-' .. amount}
end

-- Each operation changes the key KEYS[k] by n changes from ARGV[a] on, and answers whether the key is new, or an error.
local operations = {}

function operations.hash(k, class, a, n)
  local key, sum = KEYS[k], nil
  for i = a, a + 2 * n - 2, 2 do
    sum = redis.pcall('HINCRBY', key, ARGV[i], ARGV[i + 1])
    if type(sum) == 'table' then
      return sum, (i - a) / 2
    end
  end
  if class[2] == 0 then
    -- Only a sum that is the amount itself can be the first of its key.
    return sum == tonumber(ARGV[a + 2 * n - 1]) and redis.call('HLEN', key) == n
  end
  return keep(key, class)
end

function operations.string(k, class, a)
  local sum = redis.pcall('INCRBY', KEYS[k], ARGV[a])
  if type(sum) == 'table' then
    return sum, 0
  end
  return keep(KEYS[k], class) or (class[2] == 0 and sum == tonumber(ARGV[a]))
end

operations['sorted-set'] = function(k, class, a, n)
  local key = KEYS[k]
  local added = redis.call('ZADD', key, unpack(ARGV, a, a + 2 * n - 1))
  return keep(key, class) or (class[2] == 0 and added > 0 and redis.call('ZCARD', key) == added)
end

function operations.hyperloglog(k, class, a, n)
  local key = KEYS[k]
  local new = class[2] == 0 and redis.call('EXISTS', key) == 0
  redis.call('PFADD', key, unpack(ARGV, a, a + n - 1))
  return keep(key, class) or new
end

-- KEYS[k + 1] is the list of the series' groups of samples; its member for this one is the change before all others.
function operations.samples(k, class, a, n)
  local key, groups, group = KEYS[k], KEYS[k + 1], ARGV[a]
  redis.call('HSET', key, unpack(ARGV, a + 1, a + 2 * n))
  local added = redis.call('ZADD', groups, group, group)
  if class[2] == 0 then
    if redis.call('PTTL', groups) >= 0 then
      redis.call('PERSIST', groups)
    end
  else
    keep(key, class)
    local left = redis.call('PTTL', key)
    if redis.call('PTTL', groups) < left then
      redis.call('PEXPIRE', groups, left)
    end
    if added == 1 then
      -- Groups that are gone leave the list, two for each that enters it.
      for _, old in ipairs(redis.call('ZRANGE', groups, 0, 1)) do
        if redis.call('EXISTS', groups .. ':' .. old .. ':values') == 0 then
          redis.call('ZREM', groups, old)
        end
      end
    end
  end
  return added == 1 and redis.call('ZCARD', groups) == 1
end

-- How many arguments a change takes, and how many more come before them; how many keys it takes.
local shapes = {
  hash = {2, 0, 1},
  string = {1, 0, 1},
  ['sorted-set'] = {2, 0, 1},
  hyperloglog = {1, 0, 1},
  samples = {2, 1, 2},
}

-- Takes back the first n changes of a key, and leaves no 0 behind: it would be a key that nobody wrote.
local function takeBack(operation, key, a, n)
  for i = 0, n - 1 do
    local left
    if operation == 'hash' then
      local field = ARGV[a + 2 * i]
      for _, amount in ipairs(opposite(ARGV[a + 2 * i + 1])) do
        left = redis.call('HINCRBY', key, field, amount)
      end
      if left == 0 then
        redis.call('HDEL', key, field)
      end
    else
      for _, amount in ipairs(opposite(ARGV[a])) do
        left = redis.call('INCRBY', key, amount)
      end
      if left == 0 then
        redis.call('DEL', key)
      end
    end
  end
end

local total = #ARGV
local wanted = tonumber(ARGV[1])
local first = ARGV[2] == '1' and 2 or 1

-- Goes through the counts from the beginning to the change number `last` of the key number `stop`, and takes them back.
-- Answers the numbers of the entries of which something is left.
local function takeAllBack(stop, last)
  local k, a, entry, left = first, 3, 0, {}
  while a <= total and k <= stop do
    entry, a = entry + 1, a + 1
    local there = false
    while ARGV[a] ~= '' and k <= stop do
      local class, n = classes[ARGV[a]], 1
      a = a + 1
      if class[4] then
        n, a = tonumber(ARGV[a]), a + 1
      end
      takeBack(class[1], KEYS[k], a, k == stop and last or n)
      there = there or redis.call('EXISTS', KEYS[k]) == 1
      a, k = a + shapes[class[1]][1] * n, k + 1
    end
    a = a + 1
    if there then
      left[#left + 1] = entry
    end
  end
  return left
end

if wanted == -1 then
  return takeAllBack(#KEYS, nil)
end

local answer = {0, ''}
local k, a, entry = first, 3, 0
local listed = {}
while a <= total do
  entry = entry + 1
  local name, fresh = ARGV[a], false
  a = a + 1
  while ARGV[a] ~= '' do
    local class, n = classes[ARGV[a]], 1
    a = a + 1
    if class[4] then
      n, a = tonumber(ARGV[a]), a + 1
    end
    local shape = shapes[class[1]]
    local new, done = operations[class[1]](k, class, a, n)
    if done then
      takeAllBack(k, done)
      if string.find(new.err, 'overflow', 1, true) then
        return {entry}
      end
      return new
    end
    fresh = fresh or new
    if k - first + 1 == wanted then
      answer[2] = class[1] == 'hash' and redis.call('HGET', KEYS[k], ARGV[a]) or redis.call('GET', KEYS[k])
    end
    a, k = a + shape[1] * n + shape[2], k + shape[3]
  end
  a = a + 1
  if fresh then
    if first == 2 then
      listed[#listed + 1] = 0
      listed[#listed + 1] = name
    else
      answer[#answer + 1] = entry
    end
  end
end
if #listed > 0 then
  for i = 1, #listed, 1000 do
    redis.call('ZADD', KEYS[1], unpack(listed, i, math.min(i + 999, #listed)))
  end
end
return answer
