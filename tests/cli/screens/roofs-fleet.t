$ gpubench roofs results/fleet/h200-sxm.csv   # GPUs,
--- 80 x 24
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are
    left out; some roofs of 16 are only in those; gemm.bf16 of
    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
  host  GPU                     suspect  failed rows  furthest roof  % of limit
  vm    GPU-423511b2-...84cb09        1            -  l2.read            27.2 %
  vm    GPU-cbfba1e8-...c9a82f        2            -  l2.read            27.1 %
  vm    GPU-1567e115-...8d22df        1            -  random.update      16.4 %
  vm    GPU-25eff6b3-...146193        6            -  random.update      16.5 %
  vm    GPU-26463f9c-...4f6b33        8            -  random.update      16.6 %
  vm    GPU-27c05724-...686468        2            -  random.update      16.6 %
  vm    GPU-32aad18a-...56c823        5            -  random.update      16.6 %
  vm    GPU-3432a458-...17d43a        1            -  -                       -
  vm    GPU-57d57e22-...38ed19        1            -  gemm.fp32          75.4 %
  vm    GPU-6dff39e7-...aa4ac9        3            -  random.update      16.5 %
  vm    GPU-9e1aaabc-...486d97        3            -  random.update      16.6 %
  vm    GPU-beb0b59a-...3a391f        3            -  random.update      16.6 %
  vm    GPU-c43659b6-...9d23c1        3            -  random.update      16.6 %
  vm    GPU-d32a04a9-...842cd7        4            -  random.update      16.5 %
  vm    GPU-ef39a5bb-...0100fb        2            -  random.update      16.5 %
  vm    GPU-f764999b-...dd3721        4            -  random.update      16.6 %
  vm    GPU-09c3ac76-...f35303        3            -  random.update      16.0 %
45 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 28 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are left out; some roofs of 16 are only in
    those; gemm.bf16 of GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
  host  GPU                                       model        roofs  suspect  failed rows  furthest roof  % of limit
  vm    GPU-20ad41ce-a0a6-6e32-3e71-151e48b209b8  NVIDIA H200      5        -            -  dram.copy          89.3 %
  vm    GPU-3eeb30e2-78c0-1c5d-c5c3-c0e8c08a29a5  NVIDIA H200     10        -            -  dram.copy          89.5 %
  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09  NVIDIA H200     35        1            -  l2.read            27.2 %
  vm    GPU-5c16aa8f-06e2-bb53-88e9-12fce421c8f0  NVIDIA H200      5        -            -  dram.copy          89.4 %
  vm    GPU-71fac8a2-2c94-803e-7a66-410bc93a061f  NVIDIA H200      1        -            -  fp32               99.4 %
  vm    GPU-cbfba1e8-b2f3-8493-7bd9-2930c1c9a82f  NVIDIA H200     35        2            -  l2.read            27.1 %
  vm    GPU-d03bf94b-70eb-28f0-cd27-08f169917747  NVIDIA H200     44        -            -  l2.read            27.1 %
  vm    GPU-62ceb205-42c3-cb7d-d97e-c0c9eaf6a4ab  NVIDIA H200     10        -            -  dram.copy          89.4 %
  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df  NVIDIA H200     68        1            -  random.update      16.4 %
  vm    GPU-25eff6b3-e419-7330-3034-5a2f15146193  NVIDIA H200     35        6            -  random.update      16.5 %
  vm    GPU-26463f9c-0c4d-9a47-4912-48f5154f6b33  NVIDIA H200     65        8            -  random.update      16.6 %
  vm    GPU-27c05724-a84d-23c5-4057-52041f686468  NVIDIA H200     68        2            -  random.update      16.6 %
  vm    GPU-32aad18a-b822-42fb-5708-268fd556c823  NVIDIA H200     65        5            -  random.update      16.6 %
  vm    GPU-3432a458-4edc-832d-cbbd-6d2ba417d43a  NVIDIA H200      2        1            -  -                       -
  vm    GPU-57d57e22-be4b-9496-673e-11cc7638ed19  NVIDIA H200     43        1            -  gemm.fp32          75.4 %
  vm    GPU-6dff39e7-e510-4238-d99f-63c78faa4ac9  NVIDIA H200     33        3            -  random.update      16.5 %
  vm    GPU-9e1aaabc-301c-b562-d27f-5b42ed486d97  NVIDIA H200     67        3            -  random.update      16.6 %
  vm    GPU-beb0b59a-0db8-74da-c590-23746d3a391f  NVIDIA H200     65        3            -  random.update      16.6 %
  vm    GPU-c43659b6-b9b4-302f-6a43-fc5d039d23c1  NVIDIA H200     66        3            -  random.update      16.6 %
  vm    GPU-d32a04a9-fbbf-eaec-2899-036ef7842cd7  NVIDIA H200     36        4            -  random.update      16.5 %
  vm    GPU-ef39a5bb-7eb1-d172-3a3f-79ec410100fb  NVIDIA H200     67        2            -  random.update      16.5 %
  vm    GPU-f764999b-5caf-8a2c-b8e7-df483ddd3721  NVIDIA H200     36        4            -  random.update      16.6 %
  vm    GPU-09c3ac76-aaff-e4ee-9789-a48233f35303  NVIDIA H200     68        3            -  random.update      16.0 %
  vm    GPU-0fe54f32-310f-ce28-ad19-5483b6c92573  NVIDIA H200     32        2            -  random.update      16.0 %
  vm    GPU-215c3d33-41a1-1d50-e233-97c80514c064  NVIDIA H200     67        4            -  random.update      16.1 %
  vm    GPU-4465c67a-3898-2465-478a-c5dc77948329  NVIDIA H200     67        2            -  random.update      16.1 %
  vm    GPU-5bad8059-c72e-a535-1154-266dd25aa121  NVIDIA H200     66        7            -  random.update      16.0 %
  vm    GPU-715f7b3a-5f16-d91c-563a-e9480197a7b4  NVIDIA H200     68        2            -  random.update      16.1 %
  vm    GPU-73e906f0-07b3-4700-49e7-b100753375b9  NVIDIA H200      2        2            -  -                       -
  vm    GPU-81750e97-43b6-e717-86f3-4f9b29931d71  NVIDIA H200     52        2            -  gemm.fp32          75.3 %
  vm    GPU-90f9dcd8-28b9-a2e6-e252-973f5cc750b3  NVIDIA H200     36        3            -  random.update      16.0 %
  vm    GPU-d4de8fb6-4aca-818d-3088-467e93ef3356  NVIDIA H200     67        2            -  random.update      16.1 %
  vm    GPU-89ccdb96-1ffc-715a-e15f-920164f171b5  NVIDIA H200     68        4            -  random.update      16.1 %
  vm    GPU-91b2b36d-cdc9-785a-2c8d-2f81f8c67966  NVIDIA H200     67        6            -  random.update      16.0 %
45 GPUs, 0 with failed rows; --gpu TEXT shows the roofs of one
gpubench: not shown: 11 rows (--rows)
