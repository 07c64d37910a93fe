-- One step of deleting a series: looks at some of the server's keys and deletes those of the series.
--
-- KEYS[1]  what the keys of the series begin with; tells a cluster which node to ask
-- ARGV[1]  where to go on, 0 to begin
-- ARGV[2]  KEYS[1] as a pattern
--
-- Answers where to go on, 0 at the end, and how many keys were deleted.

local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000)
local deleted = 0
for _, key in ipairs(page[2]) do
  -- A brace further on belongs to a longer name that begins like this one.
  if not string.find(key, '}', #KEYS[1] + 1, true) then
    deleted = deleted + redis.call('UNLINK', key)
  end
end
return {page[1], deleted}
