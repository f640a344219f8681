# The pictures of gemm.gp; harness/plot/kinds.h describes the format.
summary matrix products by cuBLAS, by size
panel flop  flop_rate|op_rate n   type=fp16|bf16|tf32|e4m3|fp64|int8,data=normal {type}
panel sgemm flop_rate         n32 type=fp32,way=single {type}
finding FP16 products of 1024 rows reach {flop[fp16] at 1024 / limit of flop[fp16] at 1024 as %} of their limit, of 8192 rows {flop[fp16] at 8192 / limit of flop[fp16] at 8192 as %}, {flop[fp16] at 8192}
finding FP16 products reach {flop[fp16] max / limit of flop[fp16] max as %} of their limit, {flop[fp16] max}
