$ gpubench roofs results/zen4-vm/all.csv   # furthest from its limit
--- 80 x 24
AMD EPYC, CPU-2541a1d1-d28b-8fe4-8ebd-3753245de4b3, host vm
  roof                value      +-          limit  % of limit  status
  dram.read      53.57 GB/s   1.9 %              -           -  ok
  dram.write     44.68 GB/s   2.3 %              -           -  suspect
  dram.copy      85.55 GB/s   1.4 %              -           -  ok
  dram.triad     38.99 GB/s   2.4 %              -           -  suspect
  l3.read        186.5 GB/s   1.5 %              -           -  ok
  l2.read        223.6 GB/s   5.6 %              -           -  ok
  l1.read        449.9 GB/s   1.8 %     473.0 GB/s      95.1 %  ok
  fp64        109.0 GFLOP/s  0.84 %  117.9 GFLOP/s      92.4 %  ok
  fp32        227.1 GFLOP/s  0.36 %  236.5 GFLOP/s      96.0 %  suspect
9 roofs, 3 suspect; furthest from its limit: fp64, at 92.4 % of it
gpubench: not shown: columns (--wide)
--- 120 x 40
AMD EPYC, CPU-2541a1d1-d28b-8fe4-8ebd-3753245de4b3, host vm
  roof                value      +-          limit  % of limit  core clock  status   throttle
  dram.read      53.57 GB/s   1.9 %              -           -   3.695 GHz  ok       -
  dram.write     44.68 GB/s   2.3 %              -           -   3.693 GHz  suspect  -
  dram.copy      85.55 GB/s   1.4 %              -           -   3.695 GHz  ok       -
  dram.triad     38.99 GB/s   2.4 %              -           -   3.693 GHz  suspect  -
  l3.read        186.5 GB/s   1.5 %              -           -   3.650 GHz  ok       -
  l2.read        223.6 GB/s   5.6 %              -           -   3.695 GHz  ok       -
  l1.read        449.9 GB/s   1.8 %     473.0 GB/s      95.1 %   3.695 GHz  ok       -
  fp64        109.0 GFLOP/s  0.84 %  117.9 GFLOP/s      92.4 %   3.685 GHz  ok       -
  fp32        227.1 GFLOP/s  0.36 %  236.5 GFLOP/s      96.0 %   3.695 GHz  suspect  -
9 roofs, 3 suspect; furthest from its limit: fp64, at 92.4 % of it
gpubench: not shown: columns (--wide)
