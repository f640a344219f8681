# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary copies and sums of misaligned arrays
size 960 440
columns 2
xlabel offset (elements)
yscale 1e12
xrange -0.7:33
xtics every 4
ends 13 32
draw lines limit
panel copy bandwidth offset op=copy,form=wide {bytes} B
    title copy: b[i + offset] = a[i + offset]
    ylabel useful bytes, TB/s (dashed: limit)
panel copy_naive bandwidth offset op=copy,bytes=4,form=naive {bytes} B
    over copy
    line 7 4 B, one per thread
    draw lines
panel sum bandwidth offset op=sum,form=wide {bytes} B
    title sum: c[i] = a[i + offset] + b[i + offset]
panel sum_naive bandwidth offset op=sum,bytes=4,form=naive {bytes} B
    over sum
    line 7 4 B, one per thread
    draw lines
finding Misaligned by one element, 4 B copies reach {copy[4 B] at 1 / copy[4 B] at 0 as %} of the aligned rate; with one element per thread {copy_naive[4 B] at 0 / copy[4 B] at 0 as %}
