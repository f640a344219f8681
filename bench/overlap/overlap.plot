# What overlap.gp draws: harness/plot/kinds.h tells how to read this.
summary copies and FMAs at once
panel together time    fmas build=all  {warps}
panel math     time    fmas build=math {warps}
panel overlap  overlap fmas -          {warps}
finding Copies and FMAs hide {overlap[64] min as %} or more of the shorter one's time with 64 warps an SM, {overlap[8] min as %} or more with 8
