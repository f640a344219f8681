# The pictures of atomic.gp; harness/plot/kinds.h describes the format.
summary atomic operations per second by address pattern, and cycles in shared memory
panel rate   access_rate|op_rate {pattern} measure=throughput,scope=gpu {op}
panel shared cycles              degree    measure=shared               {in_shared}
finding Additions to adjacent words are {rate[add] at adjacent / rate[add] at one} times as fast as to one word; in shared memory, float ones cost {shared[add_f32] at 32 / shared[add] at 32} times as much
