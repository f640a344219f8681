# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary reuse with and without L1
size 900 440
columns 3
name dlcm-ca = -dlcm=ca
name dlcm-cg = -dlcm=cg
yscale 1e12
draw rings
panel reuse bandwidth set pattern=reuse,carveout=0 {variant}
    title a set read repeatedly
    xlabel set per SM (KiB)
    ylabel bandwidth, TB/s
    xlog 2
    xscale 1024
    xrange 3:700
    xtics 4, 32, 256
    ends 7
panel offset bandwidth offset pattern=offset,level=l2,form=wide {variant}
    title read from L2 with an offset
    xlabel offset (elements of 4 B)
    xrange -1:33
    xtics every 8
    key off
panel stride bandwidth stride pattern=stride,level=l2,form=wide {variant}
    title read from L2 with a stride
    xlabel stride (elements of 4 B)
    xrange -1:33
    xtics every 8
    key off
finding A set is reread at {reuse[dlcm-ca] max} through L1, and at {reuse[dlcm-cg] max} if loads bypass it (-dlcm=cg)
