# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary the cost of starting work: on the host, on the device, in graphs, with a wait
size 1000 900
columns 2
ylabel µs
yscale 1e-6
panel host time {op} op=enqueue|event_enqueue|graph_enqueue|graph_set,args=8,length=1 -
    title the host's call
    xwords 20
    room 0.1
    key off
    draw bars
panel device time {op} op=period|early_period|gap|early_gap|hop,args=8 -
    title from kernel to kernel in a full queue
    xwords 20
    room 0.1
    key off
    draw bars
panel graph time {nodes} op=graph -
    title a node of a graph
    xwords 20
    room 0.1
    key off
    draw bars
panel trip time {wait} op=round_trip -
    title from the call to the end of the wait
    room 0.1
    key off
    draw bars
panel args time args op=enqueue|period {op}
    title by bytes of arguments
    xrange 0:4200
    ends 8
panel memory time {memory} op=alloc -
    title allocating and freeing 4 MiB
    ylog 10
    yrange 1:*
    room 0.1
    key off
    draw points
finding A kernel begins {device at gap} after the previous one ends, {device at early_gap} with an early start; the call takes {host at enqueue} on the host
