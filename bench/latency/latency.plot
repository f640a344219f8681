# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary cycles of a dependent access by working set, pages, kind of memory, and home of a line
size 1000 1200
columns 2
ylabel cycles
name l2_near = L2, near lines
name l2_far = L2, far lines
name dram_near = DRAM, near lines
name dram_far = DRAM, far lines
panel ladder cycles set memory=ladder -
    title global memory, by working set
    xscale 1024
    xlog 2
    xrange 0.9:*
    xtics 1 KiB=1, 32 KiB=32, 1 MiB=1024, 32 MiB=32768, 1 GiB=1048576, 64 GiB=67108864
    ylog 2
    yrange 15:1200
    ytics 16, 32, 64, 128, 256, 512, 1024
    key off
panel texels cycles texture_set memory=texture -
    title constant memory and textures, by working set
    xscale 1024
    xlog 2
    xrange 0.2:20000
    xtics 256 B=0.25, 2 KiB=2, 32 KiB=32, 1 MiB=1024, 8 MiB=8192
    ylog 2
    yrange 15:1200
    ytics 16, 32, 64, 128, 256, 512, 1024
    key top left
    line 2 texture
panel fixed cycles constant_set memory=constant -
    over texels
    line 3 constant
panel l2 cycles l2_pages memory=l2_pages -
    title translation of addresses
    xlabel pages of 2 MiB with one line each
    xlog 2
    xrange 0.9:90000
    xtics 1, 8, 64, 512, 4096, 32768
    ends 9
    line 1 lines in L2
panel l1 cycles l1_pages memory=l1_pages -
    over l2
    ends 9
    line 2 lines in L1
panel loads cycles {kind} memory=kind,kind_set=32768 -
    title kinds of loads in 32 KiB
    xwords 30
    key off
    draw bars
panel sms cycles sm memory=halves {lines}
    title lines by their home, from SMs of both halves
    xlabel SM number
    xrange -1:*
    key above right horizontal maxrows 2
    draw points
panel h50 hop_p50 {lines} memory=halves,half=0,pick=2 -
    title single hops from one SM: percentiles
    xwords 0 12
    key top left
    draw points
    line 1 median
panel h25 hop_p25 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 2 25 %
panel h75 hop_p75 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 3 75 %
panel h05 hop_p05 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 4 5 %
panel h95 hop_p95 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 5 95 %
panel h01 hop_p01 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 6 1 %
panel h99 hop_p99 {lines} memory=halves,half=0,pick=2 -
    over h50
    draw points
    line 7 99 %
finding A load takes {ladder first} from L1, {loads at cg} from L2, and {ladder last} from {x of ladder last as GiB}
