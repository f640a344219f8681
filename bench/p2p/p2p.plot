# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary transfers between two GPUs: by engine and by SMs, small copies, latency, atomic additions
size 1000 800
columns 2
name one = one way
name both = both ways
name on = peer access
name off = no peer access
name 1048576 B = in the other GPU's L2
name 1073741824 B = in its memory
panel ways bandwidth {op} op=copy|pull|push|read|write|bulk_read|bulk_write|staged {way}
    title copies, reads and writes
    ylabel GB/s
    yscale 1e9
    xwords 30
    room 0.05
    key above right horizontal width 1
    draw bars limit
panel small time bytes op=small {access}
    title copies queued one after another
    xlabel bytes of a copy
    ylabel µs
    yscale 1e-6
    xlog 10
    ylog 10
    xrange *:4e11
    yrange 1:*
    xtics 4, 4 KiB=4096, 4 MiB=4194304
    ends -1
panel latency latency {op} op=load|exchange {set} B
    title dependent accesses
    ylabel ns
    yscale 1e-9
    key above right horizontal width -4
    draw bars
panel adds access_rate|op_rate {address} op=add -
    title atomic additions in its memory
    ylabel additions per second (10^9)
    yscale 1e9
    ylog 10
    yrange 0.1:*
    room 0.1
    key off
    draw points
finding Copies reach {ways[one] at copy} one way and {ways[both] at copy} both ways, loads take {latency[1048576 B] at load}
finding Copies reach {ways[one] at copy} one way and {ways[both] at copy} both ways
