Templates: texts with roofs of result files filled in.

  $ echo 'printf "%s\n" "$1" >template; gpubench roofs tests/data/card/full.csv --template template "${@:2}" 2>&1 | grep -v " is suspect: "' >filled

Roofs, their limits, ratios, products and places after the point, facts of the GPU, and numbers that are given:

  $ . ./filled 'a {b} }} {c'
  a {b} }} {c
  $ . ./filled '{{tensor.bf16}} and {{tensor.bf16.burst}}'
  8.58247342e+14 and 9.41930057e+14
  $ . ./filled '{{tensor.bf16*1e-12@1}} TFLOP/s; {{dram.read@0}} {{dram.read:limit@0}}; {{gemm.bf16/tensor.bf16@3}}'
  858.2 TFLOP/s; 4728557190000 4814304000000; 0.808
  $ . ./filled '{{gpu:name}}, {{gpu:board}}, {{gpu:power_limit_w}} W, {{gpu:capability*10@0}}'
  NVIDIA H200, 692-2G520-0282-000, 700 W, 90
  $ . ./filled '{{with:links*2}}' --with links=18
  36

What is not there, lines that are not for the reader, and lines that may be left out:

  $ . ./filled '{{tensor.fp4|null}} {{tensor.fp4|}} {{fp64/tensor.fp4|none}}'
  null  none
  $ . ./filled $'#% not for the reader\nline'
  line
  $ . ./filled $'a\n#?{{tensor.fp4}}, {{fp64}}\n#? {{with:links}} of {{with:links}}' --with links=18
  a
   18 of 18
  $ . ./filled '$(touch x) `touch x` ; {{fp64@0}}'
  $(touch x) `touch x` ; 33414005000000

What it refuses, with the line, and without a file:

  $ for text in '{{tensor.fp4}}' '{{gpu:colour}}' '{{with:links}}' '{{fp64@x}}' '{{fp64*much}}' '{{fp64' "{{$(printf '%300s' x)}}" '#?{{fp64*much}}'; do . ./filled $'first\n'"$text" -o target; done; ls target
  gpubench: template: line 2: tensor.fp4: was not measured
  gpubench: template: line 2: gpu:colour: was not measured
  gpubench: template: line 2: with:links: give it: --with NAME=NUMBER
  gpubench: template: line 2: fp64@x: expected NAME, optionally followed by /NAME, *NUMBER, @DECIMALS and |TEXT
  gpubench: template: line 2: fp64*much: expected NAME, optionally followed by /NAME, *NUMBER, @DECIMALS and |TEXT
  gpubench: template: line 2: {{: is not closed on its line
  gpubench: template: line 2: {{: is longer than an expression may be
  gpubench: template: line 2: fp64*much: expected NAME, optionally followed by /NAME, *NUMBER, @DECIMALS and |TEXT
  ls: cannot access 'target': No such file or directory
  [2]

Points of curves, here kept rows of gemm from two cards of one board: the least size of any card counts for all.

  $ echo 'fp16=point:gemm.flop_rate,type=fp16; sizes=results/h200-sxm/gemm-sizes.csv' >fp16
  $ echo '. ./fp16; gpubench roofs "${@:2}" --template <(eval "echo \"$1\"") 2>/dev/null' >points
  $ . ./fp16; . ./points '{{$fp16,n=1024*1e-12@2}} {{$fp16,n=1000|none}} {{$fp16,n=2048/$fp16,n=1024@3}} {{$fp16,n=least*1e-12@2}}' $sizes
  293.68 none 2.139 4.75
  $ . ./points '{{$fp16,n=least*1e-12@2}}' tests/data/card/full.csv
  669.50
  $ . ./fp16; . ./points '{{$fp16,n=8192*1e-12@1}} {{$fp16,n=least*1e-12@2}}' $sizes tests/data/card/full.csv
  643.6 4.75
  $ . ./fp16; . ./points '{{$fp16,n=8192*1e-12@1}}' $sizes tests/data/card/full.csv --gpu GPU-25eff6b3
  669.5

Of two runs the later, and suspect points are counted:

  $ . ./fp16; { cat $sizes; grep -E 'fp16,n=(1024|16384)' $sizes | sed 's/2.93677026e+14/3e+14/; s/T12:/T13:/; s/27c16fbdb1ae/37c16fbdb1ae/'; } >again.csv
  $ . ./points '{{$fp16,n=1024*1e-12@2}}' again.csv
  300.00
  $ . ./fp16; gpubench roofs $sizes --template <(echo "{{$fp16,n=1024}}") 2>&1 >/dev/null | grep -o '1 of its .*'
  1 of its 1 points is suspect

Points that are not named well, were not measured, or are several:

  $ for text in gemm gemm.flop_rate gemm.flop_rate, .flop_rate,n=1 gemm.,n=1 gemm.flop_rate,n gemm.flop_rate,n=least,type=least gemm.flop_rate,type=tf32,n=100 gemm.flop_rate,n=8192; do . ./filled "{{point:$text}}"; done
  gpubench: template: line 1: gemm: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: gemm.flop_rate: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: gemm.flop_rate,: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: .flop_rate,n=1: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: gemm.,n=1: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: gemm.flop_rate,n: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: gemm.flop_rate,n=least,type=least: expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most
  gpubench: template: line 1: point:gemm.flop_rate,type=tf32,n=100: was not measured
  gpubench: template: line 1: point:gemm.flop_rate,n=8192: fits several points of one run, such as type=fp64,n=8192,data=normal,algo=0: name more axes
  [2]

A template that is not there, and options that do not fit:

  $ gpubench roofs tests/data/card/full.csv --template none-such
  gpubench: --template none-such: neither a file nor a template of this program
  [2]
  $ . ./filled x --with links
  gpubench: --with 'links': expected NAME=NUMBER
  [2]
  $ gpubench roofs tests/data/card/full.csv --with a=1
  gpubench: --with needs --template
  [1]
  $ gpubench roofs tests/data/card/full.csv --template xla --export ncu
  gpubench: --template cannot be combined with --export, --csv, --json or --markdown
  [1]
  $ gpubench roofs tests/data/card/full.csv results/h100-sxm/all.csv --template template 2>&1 | grep models
  gpubench: 'NVIDIA H100 80GB HBM3' and 'NVIDIA H200' are different models; choose one with --gpu, by name, UUID, host or PCI id
  [2]

The templates that come with the program: each says whose format it is and under which licence, is named in the help,
and gives a file that its reader takes.

  $ gpubench roofs --help >help
  $ for template in tests/../harness/reading/export/templates/*; do name=${template##*/}; case $name in llm-viewer) given="--with onchip_buffer=33792000" ;; genz) given="--with icn=450" ;; infersim) given="--with nvlink=360 --with rdma=40" ;; *) given= ;; esac; grep -qE '^#% .*(github\.com/.*(MIT|Apache-2\.0|BSD-3-Clause))' $template && grep -qw -e "$name" help && gpubench roofs tests/data/card/full.csv --template $template $given >filled.out 2>/dev/null && python3 -B $(realpath tests/cli/template_schema.py) $name filled.out && echo $name; done
  calculon
  genz
  infersim
  llm-viewer
  torchao
  xla
  $ [ ! build -ef tests/../build ] || gpubench roofs tests/data/card/full.csv --template genz --with icn=450 >/dev/null 2>&1
