# The pictures of launch.gp; harness/plot/kinds.h describes the format.
summary the cost of starting work: on the host, on the device, in graphs, with a wait
panel host   time {op}     op=enqueue|event_enqueue|graph_enqueue|graph_set,args=8,length=1 -
panel device time {op}     op=period|early_period|gap|early_gap|hop,args=8                  -
panel graph  time {nodes}  op=graph                                                         -
panel trip   time {wait}   op=round_trip                                                    -
panel args   time args     op=enqueue|period                                                {op}
panel memory time {memory} op=alloc                                                         -
finding A kernel begins {device at gap} after the previous one ends, {device at early_gap} with an early start; the call takes {host at enqueue} on the host
