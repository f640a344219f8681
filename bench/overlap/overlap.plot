# What overlap.gp draws: harness/plot/kinds.h tells how to read this.
summary copies and FMAs at once
panel together time    fmas build=all  {warps}
panel math     time    fmas build=math {warps}
panel overlap  overlap fmas -          {warps}
