Pairs of commands that cannot be compared.

A command that fails:

  $ gpubench-fake ab -- true -- sh -c 'echo first >&2; echo "out of luck" >&2; exit 7'
  gpubench: B, run 2: sh: ended with status 7: out of luck
  [2]

One that is killed:

  $ gpubench-fake ab -- sh -c 'kill -9 $$' -- true
  gpubench: A, run 1: sh: ended by signal 9
  [2]

One whose status looks like it:

  $ gpubench-fake ab -- sh -c 'exit 137' -- true
  gpubench: A, run 1: sh: ended with status 137
  [2]

No match:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo y=1
  gpubench: B, run 2: echo: nothing in its output matches 'x='
  [2]

A match that ends a line: the next begins one; and a ratio of any numbers:

  $ gpubench-fake ab --match $'^v\n' --better lower -- printf 'v\nv\n1e308' -- printf 'v\nv\n1e-308'
        median  command
    A  1e+308   printf v\nv\n1e308
    B  1e-308   printf v\nv\n1e-308
  
  B is not worse than A by more than 1 %: ^v\n -100.00 % (98 % interval: -100.00 % to -100.00 %) after 18 pairs

No number after it:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=one
  gpubench: B, run 2: echo: no number follows the last match of 'x='
  [2]

A decimal comma:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=1,5
  gpubench: B, run 2: echo: after 'x=': found '1,5', expected a number as C writes it: 1234.5
  [2]

A number that has no ratio:

  $ gpubench-fake ab --match 'x=' --better lower -- echo x=1 -- echo x=-1
  gpubench: B, run 2: echo: x= is -1, and a ratio needs a value above 0
  [2]

There is no input:

  $ gpubench-fake ab --error 30% --match 'x=' --better lower -- sh -c 'cat; echo x=1' -- echo x=1
       median  command
    A      1   sh -c cat; echo x=1
    B      1   echo x=1
  
  B is not worse than A by more than 1 %: x= +0.00 % (40 % interval: +0.00 % to +0.00 %) after 6 pairs

Expected two commands:

  $ gpubench-fake ab true
  gpubench: expected two commands, gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS..., or --from FILE
  [1]

Expected two commands:

  $ gpubench-fake ab
  gpubench: expected two commands, gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS..., or --from FILE
  [1]

More than two commands:

  $ gpubench-fake ab -- true -- true -- true
  gpubench: more than two commands, or a command that contains --; put it into a script: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

No command A:

  $ gpubench-fake ab -- -- true
  gpubench: no command A: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

No command B:

  $ gpubench-fake ab -- true --
  gpubench: no command B: gpubench ab -- COMMAND_A ARGS... -- COMMAND_B ARGS...
  [1]

Are mutually exclusive:

  $ gpubench-fake ab --match x --column y --better lower -- true -- true
  gpubench: --processor, --match, --column and --from are mutually exclusive
  [1]

--better lower or --better higher:

  $ gpubench-fake ab --match x -- true -- true
  gpubench: --better lower or --better higher: which values are better?
  [1]

Expected lower or higher:

  $ gpubench-fake ab --match x --better more -- true -- true
  gpubench: --better 'more': expected lower or higher
  [1]

--where needs --column:

  $ gpubench-fake ab --where a=b -- true -- true
  gpubench: --where needs --column
  [1]

Expected COLUMN=TEXT:

  $ gpubench-fake ab --column a --where b --better lower -- true -- true
  gpubench: --where 'b': expected COLUMN=TEXT
  [1]

--match '(':

  $ gpubench-fake ab --match '(' --better lower -- true -- true
  gpubench: --match '(': Unmatched ( or \(
  [1]

An even number of at least 18:

  $ gpubench-fake ab --pairs 10 -- true -- true
  gpubench: --pairs 10: expected an even number of at least 18, which --error 1% needs
  [1]

An even number of at least 18:

  $ gpubench-fake ab --pairs 21 -- true -- true
  gpubench: --pairs 21: expected an even number of at least 18, which --error 1% needs
  [1]

Expected 0.4 or less:

  $ gpubench-fake ab --error 0.5 -- true -- true
  gpubench: --error 0.5: expected 0.4 or less
  [1]

Runs no command:

  $ gpubench-fake ab --from runs.csv -- true -- true
  gpubench: 'true': --from judges earlier runs, and runs no command
  [1]

Cannot be combined with --from:

  $ gpubench-fake ab --from runs.csv --keep x.csv --better lower
  gpubench: --keep, --log and --seed need commands: they cannot be combined with --from
  [1]
