# The pictures of sync.gp; harness/plot/kinds.h describes the format.
summary cycles of barriers, fences and flags
panel block  cycles threads op=shuffle|vote|redux|barrier|named|count|mbarrier|mbarrier_warp {op}
panel beyond cycles {op}    op=cluster|cluster_relaxed|grid|flag                              {op}
panel fence  cycles {scope} op=fence                                                          {stores}
finding A barrier of 1024 threads takes {block[barrier] at 1024}, one of the whole grid {beyond at grid}
