# What atomic.gp draws: harness/plot/kinds.h tells how to read this.
summary atomic operations a second by how they meet, and cycles in shared memory
panel rate   access_rate|op_rate {pattern} measure=throughput,scope=gpu {op}
panel shared cycles              degree    measure=shared               {in_shared}
