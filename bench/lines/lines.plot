# The pictures of lines.gp; harness/plot/kinds.h describes the format.
summary hits by distance, stride, conflicting lines and set size; bits of the hash of L2; bandwidth by stride; lines of a set of L2
panel fetch       hits      distance measure=fetch          {level}
panel tags        hits      stride   measure=tags           {level}
panel ways        hits      count    measure=ways           {level}, {spacing} B apart
panel replacement hits      overload measure=replacement    -
panel hash        moved     bit      measure=hash           -
panel promotion   hits      distance measure=promotion      {promotion} B
panel set         hits      lines    measure=set            -
panel eviction    set_lines target   measure=eviction       -
panel camping     bandwidth apart    measure=camping        -
finding A miss fetches words up to {x of fetch[l1] until 50%} bytes away into L1, up to {x of fetch[l2] until 50%} into L2; a set as large as L1 still hits {replacement at 100 as %}
