# What offset.gp draws: harness/plot/kinds.h tells how to read this.
summary copies that begin off a boundary
panel copy       bandwidth offset op=copy,form=wide          {bytes} B
panel copy_naive bandwidth offset op=copy,bytes=4,form=naive {bytes} B
panel sum        bandwidth offset op=sum,form=wide           {bytes} B
panel sum_naive  bandwidth offset op=sum,bytes=4,form=naive  {bytes} B
finding One element off a boundary, copies of 4 B reach {copy[4 B] at 1 / copy[4 B] at 0 as %} of the aligned rate; one element a thread {copy_naive[4 B] at 0 / copy[4 B] at 0 as %}
