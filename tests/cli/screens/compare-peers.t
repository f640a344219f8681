$ gpubench compare tests/data/fleet.csv   # Outliers:
--- 80 x 24
gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
Not measured, failed or throttled
  host   GPU     what
  node1  GPU-07  no fp32
  node2  GPU-08  no dram.read fp32 launch.gap; 1 row failed, first dram: cud...

  verdict  deviation  worst roof  host   GPU     differs in
  slow        -6.0 %  fp32        node0  GPU-03  SM clock 1.860 GHz (peers 1...
Outliers: 1 GPU outside the scatter of healthy GPUs
gpubench: not shown: 6 rows (--rows), columns (--wide)
--- 120 x 40
gpubench: tests/data/fleet.csv: note: 1 GPU has older runs, which are left out
Not measured, failed or throttled
  host   GPU     PCI           what
  node1  GPU-07  0000:21:00.0  no fp32
  node2  GPU-08  0000:18:00.0  no dram.read fp32 launch.gap; 1 row failed, first dram: cudaErrorDevicesUnavailable

  verdict  deviation  worst roof  host   GPU     differs in
  slow        -6.0 %  fp32        node0  GPU-03  SM clock 1.860 GHz (peers 1.980); throttle sw_power_cap (peers none...
Outliers: 1 GPU outside the scatter of healthy GPUs
gpubench: not shown: 6 rows (--rows), columns (--wide)
