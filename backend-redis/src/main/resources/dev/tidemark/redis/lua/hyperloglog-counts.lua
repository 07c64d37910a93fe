-- Counts each of many HyperLogLogs by itself.
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = redis.call('PFCOUNT', key)
end
return counts
