# The same source with different register limits; "none": no limit. The minimum is 24: ptxas raises 16 to it. Each
# variant is built with global loads cached in L1 (ca) or bypassing it (cg). `bounds`: the limit follows from
# __launch_bounds__ instead. With 1024 threads, one block per SM means 64 registers, two blocks mean 32 (only if an SM
# holds 2048 threads).
variants.spill = none-ca none-cg \
	r64-ca r64-cg r48-ca r48-cg r40-ca r40-cg \
	r32-ca r32-cg r24-ca r24-cg \
	bounds64-ca bounds32-ca
flags.spill.none-ca = -Xptxas -dlcm=ca
flags.spill.none-cg = -Xptxas -dlcm=cg
flags.spill.r64-ca = -maxrregcount=64 -Xptxas -dlcm=ca
flags.spill.r64-cg = -maxrregcount=64 -Xptxas -dlcm=cg
flags.spill.r48-ca = -maxrregcount=48 -Xptxas -dlcm=ca
flags.spill.r48-cg = -maxrregcount=48 -Xptxas -dlcm=cg
flags.spill.r40-ca = -maxrregcount=40 -Xptxas -dlcm=ca
flags.spill.r40-cg = -maxrregcount=40 -Xptxas -dlcm=cg
flags.spill.r32-ca = -maxrregcount=32 -Xptxas -dlcm=ca
flags.spill.r32-cg = -maxrregcount=32 -Xptxas -dlcm=cg
flags.spill.r24-ca = -maxrregcount=24 -Xptxas -dlcm=ca
flags.spill.r24-cg = -maxrregcount=24 -Xptxas -dlcm=cg
flags.spill.bounds64-ca = -DSPILL_THREADS=1024 -DSPILL_BLOCKS=1 -Xptxas -dlcm=ca
flags.spill.bounds32-ca = -DSPILL_THREADS=1024 -DSPILL_BLOCKS=2 -Xptxas -dlcm=ca
archs.spill.bounds32-ca = 70 72 80 90 100 103
