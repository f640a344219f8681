# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary copies that skip elements
size 900 440
columns 2
yscale 1e12
panel stride bandwidth stride op=copy|read|write,form=wide,bytes=4 {op}
    title a stride between threads, 4-byte elements
    xlabel stride (elements)
    ylabel useful bytes, TB/s
    xlog 2
    xrange 0.9:300000
    xtics 1, 8, 64, 512, 4 Ki=4096, 32 Ki=32768, 256 Ki=262144
    ylog 10
    yrange low*0.7:*
    ytics 0.03, 0.1, 0.3, 1, 3, 10
    draw lines limits
panel reach bandwidth span op=reach {op}
    title 4 bytes from each page of 2 MiB in turn
    xlabel span of the pages (GiB)
    xlog 2
    xscale 1073741824
    xrange 0.8:80
    xtics 1, 2, 4, 8, 16, 32, 64
    key off
finding Reads keep half of their bandwidth up to a stride of {x of stride[read] until 50%}; at 32, copies keep {stride[copy] at 32 / stride[copy] at 1 as %}
