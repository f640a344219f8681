# The pictures of overlap.gp; harness/plot/kinds.h describes the format.
summary overlap of copies and FMAs
panel together time    fmas build=all  {warps}
panel math     time    fmas build=math {warps}
panel overlap  overlap fmas -          {warps}
finding Overlap hides at least {overlap[64] min as %} of the shorter of copies and FMAs with 64 warps per SM, at least {overlap[8] min as %} with 8
