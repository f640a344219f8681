# The pictures of latency.gp; harness/reading/plot/kinds.h describes the format.
summary cycles of a dependent access by working set, pages, kind of memory, and home of a line
panel ladder cycles set          memory=ladder    -
panel l1     cycles l1_pages     memory=l1_pages  -
panel l2     cycles l2_pages     memory=l2_pages  -
panel fixed  cycles constant_set memory=constant  -
panel texels cycles texture_set  memory=texture   -
panel loads  cycles {kind}       memory=kind,kind_set=32768 -
panel sms    cycles sm               memory=halves    {lines}
panel h01    hop_p01 {lines}         memory=halves,half=0,pick=2 -
panel h05    hop_p05 {lines}         memory=halves,half=0,pick=2 -
panel h25    hop_p25 {lines}         memory=halves,half=0,pick=2 -
panel h50    hop_p50 {lines}         memory=halves,half=0,pick=2 -
panel h75    hop_p75 {lines}         memory=halves,half=0,pick=2 -
panel h95    hop_p95 {lines}         memory=halves,half=0,pick=2 -
panel h99    hop_p99 {lines}         memory=halves,half=0,pick=2 -
finding A load takes {ladder first} from L1, {loads at cg} from L2, and {ladder last} from {x of ladder last as GiB}
