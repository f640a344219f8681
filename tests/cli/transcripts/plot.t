Refused pictures.

No picture:

  $ gpubench-fake plot roofline tests/data/every-roof.csv
  gpubench: no output file: use -o FILE.svg (or .png, .pdf)
  [1]

Data that cannot be written:

  $ gpubench-fake plot roofline tests/data/every-roof.csv --data /nowhere/x.dat
  gpubench: /nowhere/x.dat: cannot be written: No such file or directory
  [2]

Another format:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o x.gif
  gpubench: x.gif: expected a name that ends in .svg, .png or .pdf
  [2]

No format:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o svg
  gpubench: svg: expected a name that ends in .svg, .png or .pdf
  [2]

A picture that cannot be written:

  $ gpubench-fake plot roofline tests/data/every-roof.csv -o /nowhere/x.svg
  gpubench: /nowhere/x.svg: cannot be written: No such file or directory
  [2]
