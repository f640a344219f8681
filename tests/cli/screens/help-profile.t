$ gpubench profile -h
--- 80 x 24
gpubench profile -- PROGRAM ARGS...: runs a program and traces where its time
goes, then runs it under Nsight Compute, at the clock the GPU chooses, to count
a few launches of each kernel that matters. For each kernel it names the
measured roof that limits it, the distance to that roof, the time that could be
saved, and the reason.

  gpubench profile -- ./app -n 1000
                            every kernel of ./app under the roofs in results/
  gpubench profile --survey -- python3 train.py
                            where its time goes, without counters
  gpubench profile --from 30 --to 40 -- python3 train.py
                            ten seconds of it, after it has warmed up

Options: --from --to --kernel --launch-skip --launch-count --nvtx
    --profiler-start --survey --no-survey --no-counters --budget
    --cache-control --ncu --roofs --gpu --explain --csv --json --markdown
    --output --plot --allow-foreign --keep --help --wide --rows --color
gpubench profile --help explains all options
--- 120 x 40
gpubench profile -- PROGRAM ARGS...: runs a program and traces where its time goes, then runs it under Nsight Compute,
at the clock the GPU chooses, to count a few launches of each kernel that matters. For each kernel it names the
measured roof that limits it, the distance to that roof, the time that could be saved, and the reason.

  gpubench profile -- ./app -n 1000
                            every kernel of ./app under the roofs in results/
  gpubench profile --survey -- python3 train.py
                            where its time goes, without counters
  gpubench profile --from 30 --to 40 -- python3 train.py
                            ten seconds of it, after it has warmed up

Options: --from --to --kernel --launch-skip --launch-count --nvtx --profiler-start --survey --no-survey --no-counters
    --budget --cache-control --ncu --roofs --gpu --explain --csv --json --markdown --output --plot --allow-foreign
    --keep --help --wide --rows --color
gpubench profile --help explains all options
