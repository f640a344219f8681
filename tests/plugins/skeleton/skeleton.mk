# Build variants of the kernels, one fatbin each, named in the column `variant` of the rows. Without this file there is
# one variant, `default`, with no further flags.
#
# Loads cached in L1 and L2, or in L2 alone. The default of nvcc is a third encoding: name both.
variants.skeleton = dlcm-ca dlcm-cg
flags.skeleton.dlcm-ca = -Xptxas -dlcm=ca
flags.skeleton.dlcm-cg = -Xptxas -dlcm=cg
