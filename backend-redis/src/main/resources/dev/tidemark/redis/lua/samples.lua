-- Reads groups of samples, whole ones: who asks picks and sorts.
--
-- KEYS[1]  the list of the series' groups
-- ARGV[1], ARGV[2]  the first and the last group that are wanted
-- ARGV[3]  stop when this many samples have been read, which keeps the script short
--
-- Answers the group to go on with ('' at the end), and then each group's number and its fields and values.

local answer, read = {''}, 0
local from = ARGV[1]
while true do
  local groups = redis.call('ZRANGEBYSCORE', KEYS[1], from, ARGV[2], 'LIMIT', 0, 50)
  for _, group in ipairs(groups) do
    if read >= tonumber(ARGV[3]) then
      answer[1] = group
      return answer
    end
    local samples = redis.call('HGETALL', KEYS[1] .. ':' .. group .. ':values')
    if #samples == 0 then
      redis.call('ZREM', KEYS[1], group)
    else
      answer[#answer + 1] = group
      answer[#answer + 1] = samples
      read = read + #samples / 2
    end
  end
  if #groups < 50 then
    return answer
  end
  from = '(' .. groups[#groups]
end
