# What random.gp draws: harness/plot/kinds.h tells how to read this.
summary random accesses a second by working set and by the size of an access
panel sets  access_rate set   sweep=set                     {op}
panel bytes access_rate bytes sweep=bytes,within=8589934592 {op}
finding Random reads of 8 bytes: {sets[read] at 16777216} in 16 MiB, {sets[read] at 8589934592} in 8 GiB, {sets[read] last} in {x of sets[read] last as GiB}
