# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of barriers, fences and flags
size 1200 430
columns 3
name 0 = no stores
name 1 = a store before each
ylabel cycles
panel block cycles threads op=shuffle|vote|redux|barrier|named|count|mbarrier|mbarrier_warp {op}
    title in a warp and a block
    xlabel threads per block
    xlog 2
    ylog 2
    xrange 28:1200
    key above left horizontal maxrows 2 width 1
panel beyond cycles {op} op=cluster|cluster_relaxed|grid|flag {op}
    title beyond a block (clusters of several sizes)
    xwords 30
    room 0.1
    key off
    draw points
panel fence cycles {scope} op=fence {stores}
    title fences
    room 0.1
    key above left horizontal
    draw points
finding A barrier of 1024 threads takes {block[barrier] at 1024}, one of the whole grid {beyond at grid}
