# The same kernel with different register limits; "none": no limit. With 27 it spills about as much as the source's
# kernel. Global loads bypass L1 (cg), as in the source, or use it (ca).
variants.stencil = none-cg none-ca r48-cg r48-ca r40-cg r40-ca r32-cg r32-ca r27-cg r27-ca
flags.stencil.none-cg = -Xptxas -dlcm=cg
flags.stencil.none-ca = -Xptxas -dlcm=ca
flags.stencil.r48-cg = -maxrregcount=48 -Xptxas -dlcm=cg
flags.stencil.r48-ca = -maxrregcount=48 -Xptxas -dlcm=ca
flags.stencil.r40-cg = -maxrregcount=40 -Xptxas -dlcm=cg
flags.stencil.r40-ca = -maxrregcount=40 -Xptxas -dlcm=ca
flags.stencil.r32-cg = -maxrregcount=32 -Xptxas -dlcm=cg
flags.stencil.r32-ca = -maxrregcount=32 -Xptxas -dlcm=ca
flags.stencil.r27-cg = -maxrregcount=27 -Xptxas -dlcm=cg
flags.stencil.r27-ca = -maxrregcount=27 -Xptxas -dlcm=ca
