# What atomic.gp draws: harness/plot/kinds.h tells how to read this.
summary atomic operations a second by how they meet, and cycles in shared memory
panel rate   access_rate|op_rate {pattern} measure=throughput,scope=gpu {op}
panel shared cycles              degree    measure=shared               {in_shared}
finding Additions on adjacent words are {rate[add] at adjacent / rate[add] at one} times as fast as on one word; float ones in shared memory cost {shared[add_f32] at 32 / shared[add] at 32} times as much
