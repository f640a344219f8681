# The pictures of bank.gp; harness/plot/kinds.h describes the format.
summary cycles per request against the degree of its bank conflicts
panel stride  cycles  stride    pattern=stride,op=load                              {word} B
panel degree  cycles  degree    pattern=degree,word=4                               {op}
panel latency latency degree    pattern=degree,word=4                               {op}
panel tile    cycles  {pattern} pattern=column|padded|swizzled,op=load|store,word=4 {op}
finding A request for a tile column takes {tile[load] at column} unpadded, {tile[load] at padded} padded and {tile[load] at swizzled} swizzled
