# The same source, with loads cached in L1 and L2, or only in L2. nvcc's default is a third encoding.
variants.l1 = default dlcm-ca dlcm-cg
flags.l1.dlcm-ca = -Xptxas -dlcm=ca
flags.l1.dlcm-cg = -Xptxas -dlcm=cg
