# What gemm.gp draws: harness/plot/kinds.h tells how to read this.
summary products of matrices by cuBLAS, over their size
panel flop  flop_rate n   type=fp16|bf16|tf32|e4m3|fp64,data=normal {type}
panel op    op_rate   n   type=int8,data=normal {type}
panel sgemm flop_rate n32 type=fp32,way=single {type}
