# The pictures of p2p.gp; harness/plot/kinds.h describes the format.
summary transfers between two GPUs: by engine and by SMs, small copies, latency, atomic additions
panel ways    bandwidth           {op}      op=copy|pull|push|read|write|bulk_read|bulk_write|staged {way}
panel small   time                bytes     op=small                                                    {access}
panel latency latency             {op}      op=load|exchange                                            {set} B
panel adds    access_rate|op_rate {address} op=add                                                   -
finding Copies reach {ways[one] at copy} one way and {ways[both] at copy} both ways, loads take {latency[1048576 B] at load}
finding Copies reach {ways[one] at copy} one way and {ways[both] at copy} both ways
