-- KEYS: a table's, the list. ARGV: name. Answers done, whether it was there.

local t = open(1)
forget(t)
return {'done', t.there and 1 or 0}
