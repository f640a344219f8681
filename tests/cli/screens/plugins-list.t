$ gpubench --list
--- 80 x 24
  memory      atomic cache dram latency lines loaded map offset persist
              prefetch random spill stencil stride texture transpose
  on chip     async bank constant dsmem l1 ldmatrix sampling shared sync tma
  arithmetic  case clocks divergence energy ffma fused gemm instr intensity
              issue mma numerics overlap tensor unroll
  launches    interfere launch occupancy streams
  links       collective exchange p2p transfer
  host        host_cache host_case host_dram host_fma host_latency
54 benchmarks; --describe NAME explains one, --rows what each measures
--- 120 x 40
  memory      atomic cache dram latency lines loaded map offset persist prefetch random spill stencil stride texture
              transpose
  on chip     async bank constant dsmem l1 ldmatrix sampling shared sync tma
  arithmetic  case clocks divergence energy ffma fused gemm instr intensity issue mma numerics overlap tensor unroll
  launches    interfere launch occupancy streams
  links       collective exchange p2p transfer
  host        host_cache host_case host_dram host_fma host_latency
54 benchmarks; --describe NAME explains one, --rows what each measures
