# The pictures of offset.gp; harness/plot/kinds.h describes the format.
summary copies and sums of misaligned arrays
panel copy       bandwidth offset op=copy,form=wide          {bytes} B
panel copy_naive bandwidth offset op=copy,bytes=4,form=naive {bytes} B
panel sum        bandwidth offset op=sum,form=wide           {bytes} B
panel sum_naive  bandwidth offset op=sum,bytes=4,form=naive  {bytes} B
finding Misaligned by one element, 4 B copies reach {copy[4 B] at 1 / copy[4 B] at 0 as %} of the aligned rate; with one element per thread {copy_naive[4 B] at 0 / copy[4 B] at 0 as %}
