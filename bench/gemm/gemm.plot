# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary matrix products by cuBLAS, by size
size 960 480
columns 2
xlabel rows and columns
xlog 2
xrange 200:20000
xtics 256, 1024, 4096, 16384
key off
panel flop flop_rate|op_rate n type=fp16|bf16|tf32|e4m3|fp64|int8,data=normal {type}
    title the rate
    ylabel TFLOP/s (int8: TOP/s)
    yscale 1e12
    ylog 10
    ends 7
panel sgemm flop_rate n32 type=fp32,way=single {type}
    over flop
    line 7
    ends 7
panel part flop_rate|op_rate n type=fp16|bf16|tf32|e4m3|fp64|int8,data=normal {type}
    title of the limit
    ylabel %
    yscale limit
    yrange 0:105
panel sgemm_part flop_rate n32 type=fp32,way=single {type}
    over part
    yscale limit
    line 7
finding FP16 products of 1024 rows reach {flop[fp16] at 1024 / limit of flop[fp16] at 1024 as %} of their limit, of 8192 rows {flop[fp16] at 8192 / limit of flop[fp16] at 8192 as %}, {flop[fp16] at 8192}
finding FP16 products reach {flop[fp16] max / limit of flop[fp16] max as %} of their limit, {flop[fp16] max}
