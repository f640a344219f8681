# The pictures of l1.gp; harness/plot/kinds.h describes the format.
summary reuse with and without L1
panel reuse  bandwidth set    pattern=reuse,carveout=0          {variant}
panel offset bandwidth offset pattern=offset,level=l2,form=wide {variant}
panel stride bandwidth stride pattern=stride,level=l2,form=wide {variant}
finding A set is reread at {reuse[dlcm-ca] max} through L1, and at {reuse[dlcm-cg] max} if loads bypass it (-dlcm=cg)
