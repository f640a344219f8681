# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary share of a hot set that L2 keeps next to a stream, and bandwidth, by size and policy
size 900 760
columns 2
name none = no hint
name last = hot set evicted last
name first = stream evicted first
name window = L2 set aside
xlabel hot set (MiB)
xrange 0:*
panel kept_one kept hot ratio=1 {policy}
    title as much stream as hot set
    ylabel hits of the hot set
    yrange -0.03:1.03
    key bottom left samplen 2 font 13
panel kept_three kept hot ratio=3 {policy}
    title three times as much stream
    ylabel hits of the hot set
    yrange -0.03:1.03
    key off
panel rate_one bandwidth hot ratio=1 {policy}
    title as much stream as hot set
    ylabel bandwidth (TB/s)
    yscale 1e12
    key off
    draw lines limit
panel rate_three bandwidth hot ratio=3 {policy}
    title three times as much stream
    ylabel bandwidth (TB/s)
    yscale 1e12
    key off
    draw lines limit
finding Next to a stream as fast as itself, L2 keeps {kept_one[none] at 20 as %} of a hot set of 20 MiB, {kept_one[last] at 20 as %} if its lines are evicted last, {kept_one[window] at 20 as %} in a window
finding Next to a stream as fast as itself, L2 keeps {kept_one[none] at 20 as %} of a hot set of 20 MiB
