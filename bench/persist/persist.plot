# The pictures of persist.gp; harness/plot/kinds.h describes the format.
summary share of a hot set that L2 keeps next to a stream, and bandwidth, by size and policy
panel kept_one   kept      hot ratio=1 {policy}
panel kept_three kept      hot ratio=3 {policy}
panel rate_one   bandwidth hot ratio=1 {policy}
panel rate_three bandwidth hot ratio=3 {policy}
finding Next to a stream as fast as itself, L2 keeps {kept_one[none] at 20 as %} of a hot set of 20 MiB, {kept_one[last] at 20 as %} if its lines are evicted last, {kept_one[window] at 20 as %} in a window
finding Next to a stream as fast as itself, L2 keeps {kept_one[none] at 20 as %} of a hot set of 20 MiB
