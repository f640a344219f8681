$ gpubench compare results/fleet/h200-sxm.csv   # Outliers:
--- 80 x 24
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are
    left out; some roofs of 16 are only in those; gemm.bf16 of
    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1
    in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0,
    0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode (full, quick)
Not measured, failed or throttled
host  GPU                                  what
vm    GPU-20ad41ce-a0a6-6e32...1e48b209b8  no l2.read_common shared.read sha...
vm    GPU-3eeb30e2-78c0-1c5d...e8c08a29a5  no l2.read_common shared.read sha...
vm    GPU-423511b2-a5b3-b550...ca3984cb09  no dram.latency l2.latency shared...

  verdict  deviation  worst roof    host  GPU
  slow        -4.0 %  matrix units  vm    GPU-423511b2-a5b3-b550-...5ca3984cb09
  slow        -3.0 %  l2.read       vm    GPU-09c3ac76-aaff-e4ee-...48233f35303
  slow        -3.0 %  l2.read       vm    GPU-1567e115-79c5-987f-...8709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 1 note, 467 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are left out; some roofs of 16 are only in
    those; gemm.bf16 of GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1 in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0, 0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode
    (full, quick)
Not measured, failed or throttled
  host  GPU                                       what
  vm    GPU-20ad41ce-a0a6-6e32-3e71-151e48b209b8  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-3eeb30e2-78c0-1c5d-c5c3-c0e8c08a29a5  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-5c16aa8f-06e2-bb53-88e9-12fce421c8f0  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-71fac8a2-2c94-803e-7a66-410bc93a061f  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-cbfba1e8-b2f3-8493-7bd9-2930c1c9a82f  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-d03bf94b-70eb-28f0-cd27-08f169917747  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-62ceb205-42c3-cb7d-d97e-c0c9eaf6a4ab  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-25eff6b3-e419-7330-3034-5a2f15146193  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-26463f9c-0c4d-9a47-4912-48f5154f6b33  no dram.latency_near dram.latency_far l2.latency_near l2.latency_f...
  vm    GPU-3432a458-4edc-832d-cbbd-6d2ba417d43a  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-4ea5f33b-134e-27a5-0809-35fdf4b0950d  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-57d57e22-be4b-9496-673e-11cc7638ed19  no dram.latency dram.latency_near dram.latency_far l2.latency l2.l...
  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-6dff39e7-e510-4238-d99f-63c78faa4ac9  no dram.latency_near dram.latency_far l2.latency_near l2.latency_f...
  vm    GPU-d32a04a9-fbbf-eaec-2899-036ef7842cd7  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-f3dd67bd-e3ec-f274-48c5-30ac1933f08d  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-f764999b-5caf-8a2c-b8e7-df483ddd3721  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-0fe54f32-310f-ce28-ad19-5483b6c92573  no l1.read dram.latency_near dram.latency_far l2.latency_near l2.l...
  vm    GPU-73e906f0-07b3-4700-49e7-b100753375b9  no dram.read dram.write dram.copy dram.triad l2.read l2.read_commo...

  rank  verdict  deviation      z  worst roof         value  more roofs  host  GPU
     1  slow        -4.0 %   -4.9  matrix units    0.95956            -  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
     2  slow        -3.0 %  -29.1  l2.read       9.168 TB/s           -  vm    GPU-09c3ac76-aaff-e4ee-9789-a48233f35303
     3  slow        -3.0 %  -43.0  l2.read       9.170 TB/s           -  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
gpubench: not shown: 1 note, 450 rows (--rows), columns (--wide)
$ gpubench compare results/fleet/h200-sxm.csv --judge   # slow:
--- 80 x 24
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are
    left out; some roofs of 16 are only in those; gemm.bf16 of
    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1
    in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0,
    0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode (full, quick)
Not measured, failed or throttled
host  GPU                                  what
vm    GPU-20ad41ce-a0a6-6e32...1e48b209b8  no l2.read_common shared.read sha...
vm    GPU-3eeb30e2-78c0-1c5d...e8c08a29a5  no l2.read_common shared.read sha...
vm    GPU-423511b2-a5b3-b550...ca3984cb09  no dram.latency l2.latency shared...

  verdict  deviation  worst roof    host  GPU
  slow        -4.0 %  matrix units  vm    GPU-423511b2-a5b3-b550-...5ca3984cb09
  slow        -3.0 %  l2.read       vm    GPU-09c3ac76-aaff-e4ee-...48233f35303
  slow        -3.0 %  l2.read       vm    GPU-1567e115-79c5-987f-...8709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
gpubench: --judge: 20 of 60 roofs judged; slow: vm: GPU 0
    (GPU-423511b2-a5b3-b550-7a18-05ca3984cb09) matrix units 4.0 % below its
    peers, and 2 more of 3 GPUs; 501 without a verdict
gpubench: not shown: 45 notes, 467 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are left out; some roofs of 16 are only in
    those; gemm.bf16 of GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1 in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0, 0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode
    (full, quick)
Not measured, failed or throttled
  host  GPU                                       what
  vm    GPU-20ad41ce-a0a6-6e32-3e71-151e48b209b8  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-3eeb30e2-78c0-1c5d-c5c3-c0e8c08a29a5  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-5c16aa8f-06e2-bb53-88e9-12fce421c8f0  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-71fac8a2-2c94-803e-7a66-410bc93a061f  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-cbfba1e8-b2f3-8493-7bd9-2930c1c9a82f  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-d03bf94b-70eb-28f0-cd27-08f169917747  no dram.latency l2.latency shared.latency clock.matrix launch.roun...
  vm    GPU-62ceb205-42c3-cb7d-d97e-c0c9eaf6a4ab  no l2.read_common shared.read shared.write dram.latency l2.latency...
  vm    GPU-25eff6b3-e419-7330-3034-5a2f15146193  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-26463f9c-0c4d-9a47-4912-48f5154f6b33  no dram.latency_near dram.latency_far l2.latency_near l2.latency_f...
  vm    GPU-3432a458-4edc-832d-cbbd-6d2ba417d43a  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-4ea5f33b-134e-27a5-0809-35fdf4b0950d  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-57d57e22-be4b-9496-673e-11cc7638ed19  no dram.latency dram.latency_near dram.latency_far l2.latency l2.l...
  vm    GPU-5d2cc560-aaa3-d86b-fd6e-bef8ca3ed65c  no dram.read dram.write dram.copy dram.triad l2.read_common shared...
  vm    GPU-6dff39e7-e510-4238-d99f-63c78faa4ac9  no dram.latency_near dram.latency_far l2.latency_near l2.latency_f...

  rank  verdict  deviation      z  worst roof         value  more roofs  host  GPU
     1  slow        -4.0 %   -4.9  matrix units    0.95956            -  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
     2  slow        -3.0 %  -29.1  l2.read       9.168 TB/s           -  vm    GPU-09c3ac76-aaff-e4ee-9789-a48233f35303
     3  slow        -3.0 %  -43.0  l2.read       9.170 TB/s           -  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
gpubench: --judge: 20 of 60 roofs judged; slow: vm: GPU 0 (GPU-423511b2-a5b3-b550-7a18-05ca3984cb09) matrix units 4.0 %
    below its peers, and 2 more of 3 GPUs; 501 without a verdict
gpubench: not shown: 45 notes, 455 rows (--rows), columns (--wide)
$ gpubench compare results/fleet/h100-sxm.csv --judge   # throttled:
--- 80 x 24
gpubench: results/fleet/h100-sxm.csv: note: 10 GPUs have older runs, which are
    left out; some roofs of 6 are only in those; gemm.int8.burst of
    GPU-c982f61f-612d-4759-7801-36f4b18a3e05 was 9.4 % better once
gpubench: 80 older rows are left out: the benchmark has changed, as that of
    l2.read in c51f2d4e (more shapes)
gpubench: the runs differ in version (0.2.0-dc51a9ce, 0.2.0-6d233871,
    0.1.0-baad48f, 0.2.0-c51f2d4e, ...); in mode (full, quick)
Not measured, failed or throttled
host  GPU                                  what
vm    GPU-06fd217d-9725-d7cf...26697f33b2  hardware or thermal slowdown in 5...
vm    GPU-68e5e6cc-ab33-4ed8...4837547505  no bf16 int32 dp4a tensor.tf32 te...
vm    GPU-89ef2cb2-6be8-6640...8d882923e2  no l1.read l1.latency

Outliers: 0 GPUs outside the scatter of healthy GPUs
gpubench: --judge: 6 of 51 roofs judged; throttled: vm: GPU 0
    (GPU-06fd217d-9725-d7cf-f95a-f426697f33b2) hardware or thermal slowdown in
    5 roofs, first tensor.tf32; 158 without a verdict
gpubench: not shown: 42 notes, 357 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h100-sxm.csv: note: 10 GPUs have older runs, which are left out; some roofs of 6 are only in
    those; gemm.int8.burst of GPU-c982f61f-612d-4759-7801-36f4b18a3e05 was 9.4 % better once
gpubench: 80 older rows are left out: the benchmark has changed, as that of l2.read in c51f2d4e (more shapes)
gpubench: the runs differ in version (0.2.0-dc51a9ce, 0.2.0-6d233871, 0.1.0-baad48f, 0.2.0-c51f2d4e, ...); in mode
    (full, quick)
Not measured, failed or throttled
  host  GPU                                       what
  vm    GPU-06fd217d-9725-d7cf-f95a-f426697f33b2  hardware or thermal slowdown in 5 roofs, first tensor.tf32
  vm    GPU-68e5e6cc-ab33-4ed8-1156-0e4837547505  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-89ef2cb2-6be8-6640-ba2f-8d8d882923e2  no l1.read l1.latency
  vm    GPU-8badd6b4-f3fa-ebbb-40ba-3276324d0413  no l1.read l1.latency
  vm    GPU-4fa5ec81-f09d-f0db-46fa-395cef226964  no l2.read_common shared.read shared.write dram.latency dram.laten...
  vm    GPU-57d37ba8-3a8c-2a70-e4c4-3c3821bcfcb8  no l2.read_common shared.read shared.write dram.latency dram.laten...
  vm    GPU-c8dae155-35ee-616d-cc43-3c328031ca10  no l2.read_common shared.read shared.write dram.latency dram.laten...
  vm    GPU-f27ff792-d3e1-987b-8da7-a6dc852c0124  no bf16 int32 dp4a tensor.tf32 tensor.int8 tensor.fp8_e5m2 tensor....
  vm    GPU-ff31d2f1-609f-855b-dcaa-8a6e066ee7c1  no l2.read_common shared.read shared.write dram.latency dram.laten...

Outliers: 0 GPUs outside the scatter of healthy GPUs
gpubench: no verdict: vm: GPU 0 (GPU-08f20e34-1887-aa0d-efc6-a27af84ac5cd) dram.read is not measured
gpubench: no verdict: vm: GPU 0 (GPU-08f20e34-1887-aa0d-efc6-a27af84ac5cd) dram.write is not measured
gpubench: no verdict: vm: GPU 0 (GPU-08f20e34-1887-aa0d-efc6-a27af84ac5cd) dram.copy is not measured
gpubench: --judge: 6 of 51 roofs judged; throttled: vm: GPU 0 (GPU-06fd217d-9725-d7cf-f95a-f426697f33b2) hardware or
    thermal slowdown in 5 roofs, first tensor.tf32; 158 without a verdict
gpubench: not shown: 39 notes, 351 rows (--rows), columns (--wide)
$ gpubench compare results/fleet/h200-sxm.csv --baseline reference   # worse,
--- 80 x 24
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are
    left out; some roofs of 16 are only in those; gemm.bf16 of
    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1
    in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0,
    0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode (full, quick)
Not measured, failed or throttled: 24 GPUs

  verdict  deviation  worst roof    host  GPU
  slow        -5.1 %  matrix units  vm    GPU-423511b2-a5b3-b550-...5ca3984cb09
  slow        -3.0 %  l2.read       vm    GPU-09c3ac76-aaff-e4ee-...48233f35303
  slow        -3.0 %  l2.read       vm    GPU-1567e115-79c5-987f-...8709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
  roof                    now        change  verdict  host  GPU
  tensor.bf16   818.6 TFLOP/s  5.33 % worse  changed  vm    GPU-423511b...4cb09
  tensor.fp8    1.594 PFLOP/s  5.22 % worse  changed  vm    GPU-423511b...4cb09
  tensor.fp16   791.9 TFLOP/s  4.77 % worse  changed  vm    GPU-423511b...4cb09
  transfer.h2d     52.89 GB/s  4.56 % worse  changed  vm    GPU-1567e11...d22df

Against reference: 6 worse, 1 better, 747 unchanged, 367 undecided, 1023
    without a baseline (margin 1 %)
gpubench: not shown: 5 notes, 473 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: results/fleet/h200-sxm.csv: note: 23 GPUs have older runs, which are left out; some roofs of 16 are only in
    those; gemm.bf16 of GPU-423511b2-a5b3-b550-7a18-05ca3984cb09 was 5.3 % better once
gpubench: 40 older rows are left out: the benchmark has changed, as that of l1 in 0cf4d814 (loads of 8 or 16 bytes)
gpubench: the runs differ in version (0.2.0-ea2cab0f, 0.1.0-82217b0, 0.2.0-6e1b5626, 0.2.0-94c82355, ...); in mode
    (full, quick)
Not measured, failed or throttled: 24 GPUs

  rank  verdict  deviation      z  worst roof         value  more roofs  host  GPU
     1  slow        -5.1 %   -4.9  matrix units    0.95956            -  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
     2  slow        -3.0 %  -29.1  l2.read       9.168 TB/s           -  vm    GPU-09c3ac76-aaff-e4ee-9789-a48233f35303
     3  slow        -3.0 %  -43.0  l2.read       9.170 TB/s           -  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
Outliers: 3 GPUs outside the scatter of healthy GPUs
  roof                 before            now         change  verdict  host  GPU
  tensor.bf16   864.7 TFLOP/s  818.6 TFLOP/s   5.33 % worse  changed  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
  tensor.fp8    1.682 PFLOP/s  1.594 PFLOP/s   5.22 % worse  changed  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
  tensor.fp16   831.5 TFLOP/s  791.9 TFLOP/s   4.77 % worse  changed  vm    GPU-423511b2-a5b3-b550-7a18-05ca3984cb09
  transfer.h2d     55.41 GB/s     52.89 GB/s   4.56 % worse  changed  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
  l2.read          9.450 TB/s     9.170 TB/s   2.96 % worse  changed  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
  transfer.d2h     55.32 GB/s     54.01 GB/s   2.36 % worse  changed  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df
  l2.latency    280.87 cycles  276.09 cycles  1.73 % better  changed  vm    GPU-1567e115-79c5-987f-b02f-98709b8d22df

Against reference: 6 worse, 1 better, 747 unchanged, 367 undecided, 1023 without a baseline (margin 1 %)
gpubench: not shown: 5 notes, 470 rows (--rows), columns (--wide)
