# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary bytes per clock between SMs of a cluster, and cycles to one of them
size 900 420
columns 2
xlabel blocks of the cluster
xlog 2
xrange 1.8:18
ends 8
panel rate bytes_per_clock_sm size measure=bandwidth,pattern=ring|all {op}
    title independent accesses
    ylabel bytes per clock and SM
panel latency cycles size measure=latency {way}
    title dependent accesses
    ylabel cycles
finding A load from another SM takes {latency[load] first} in a cluster of {x of latency[load] first} and {latency[load] last} in one of {x of latency[load] last}
