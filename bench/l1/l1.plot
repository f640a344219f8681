# What l1.gp draws: harness/plot/kinds.h tells how to read this.
summary reuse with and without L1
panel reuse  bandwidth set    pattern=reuse,carveout=0          {variant}
panel offset bandwidth offset pattern=offset,level=l2,form=wide {variant}
panel stride bandwidth stride pattern=stride,level=l2,form=wide {variant}
