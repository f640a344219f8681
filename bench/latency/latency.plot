# What latency.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of a dependent access by working set, by pages, and by kind of memory
panel ladder cycles set          memory=ladder    -
panel l1     cycles l1_pages     memory=l1_pages  -
panel l2     cycles l2_pages     memory=l2_pages  -
panel fixed  cycles constant_set memory=constant  -
panel texels cycles texture_set  memory=texture   -
panel loads  cycles {kind}       memory=kind,kind_set=32768 -
