# The pictures of dsmem.gp; harness/plot/kinds.h describes the format.
summary bytes per clock between SMs of a cluster, and cycles to one of them
panel rate    bytes_per_clock_sm size measure=bandwidth,pattern=ring|all {op}
panel latency cycles             size measure=latency                    {way}
finding A load from another SM takes {latency[load] first} in a cluster of {x of latency[load] first} and {latency[load] last} in one of {x of latency[load] last}
