# What bank.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of a request against the degree of its bank conflicts
panel stride  cycles  stride    pattern=stride,op=load                              {word} B
panel degree  cycles  degree    pattern=degree,word=4                               {op}
panel latency latency degree    pattern=degree,word=4                               {op}
panel tile    cycles  {pattern} pattern=column|padded|swizzled,op=load|store,word=4 {op}
finding A column of a tile takes {tile[load] at column} a request as it is, {tile[load] at padded} padded and {tile[load] at swizzled} swizzled
