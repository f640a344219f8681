# What offset.gp draws: harness/plot/kinds.h tells how to read this.
summary copies that begin off a boundary
panel copy       bandwidth offset op=copy,form=wide          {bytes} B
panel copy_naive bandwidth offset op=copy,bytes=4,form=naive {bytes} B
panel sum        bandwidth offset op=sum,form=wide           {bytes} B
panel sum_naive  bandwidth offset op=sum,bytes=4,form=naive  {bytes} B
