$ gpubench compare -h
--- 80 x 24
gpubench compare FILE...: compares the GPUs in result files (-: standard input)
with their peers, which are GPUs of the same model and board, or with an
earlier result, and models with each other.

  gpubench compare *.csv    the GPUs of a fleet
  gpubench compare new.csv --baseline old.csv --max-drop 5%
                            fail if a roof has dropped
  gpubench compare v100.csv h200.csv
                            one model against another

Options: --files-from --baseline --relative-to --allow-foreign --gpu --nodes
    --group-by --cost --min-off --margin --judge --max-drop --roof --without
    --also --expect --csv --json --markdown --output --help --wide --rows
    --color
gpubench compare --help explains all options
--- 120 x 40
gpubench compare FILE...: compares the GPUs in result files (-: standard input) with their peers, which are GPUs of the
same model and board, or with an earlier result, and models with each other.

  gpubench compare *.csv    the GPUs of a fleet
  gpubench compare new.csv --baseline old.csv --max-drop 5%
                            fail if a roof has dropped
  gpubench compare v100.csv h200.csv
                            one model against another

Options: --files-from --baseline --relative-to --allow-foreign --gpu --nodes --group-by --cost --min-off --margin
    --judge --max-drop --roof --without --also --expect --csv --json --markdown --output --help --wide --rows --color
gpubench compare --help explains all options
