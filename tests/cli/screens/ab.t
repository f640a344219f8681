$ gpubench ab --match 'time ' --better lower --tolerance 5% --error 30% -- echo time 1 -- echo time 1.2   # B is worse than A
--- 80 x 24
     median  command
  A      1   echo time 1
  B    1.2   echo time 1.2

B is worse than A by more than 5 %: time +20.00 % (40 % interval: +20.00 % to
    +20.00 %) after 6 pairs
--- 120 x 40
     median  command
  A      1   echo time 1
  B    1.2   echo time 1.2

B is worse than A by more than 5 %: time +20.00 % (40 % interval: +20.00 % to +20.00 %) after 6 pairs
