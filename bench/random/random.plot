# The pictures of random.gp; harness/plot/kinds.h describes the format.
summary random accesses per second by working set and by access size
panel sets  access_rate set   sweep=set                     {op}
panel bytes access_rate bytes sweep=bytes,within=8589934592 {op}
finding Random reads of 8 bytes reach {sets[read] at 16777216} in 16 MiB, {sets[read] at 8589934592} in 8 GiB, {sets[read] last} in {x of sets[read] last as GiB}
