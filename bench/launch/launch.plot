# What launch.gp draws: harness/plot/kinds.h tells how to read this.
summary what it costs to start work: on the host, on the device, in graphs, waited for
panel host   time {op}     op=enqueue|event_enqueue|graph_enqueue|graph_set,args=8,length=1 -
panel device time {op}     op=period|early_period|gap|early_gap|hop,args=8                  -
panel graph  time {nodes}  op=graph                                                         -
panel trip   time {wait}   op=round_trip                                                    -
panel args   time args     op=enqueue|period                                                {op}
panel memory time {memory} op=alloc                                                         -
finding The next kernel begins {device at gap} after the last one, {device at early_gap} with an early start; the call takes the host {host at enqueue}
