Kinds of pictures from files next to plug-ins. tests/unit/test_kinds.c reads right ones.

  $ mkdir mine; cat >draws <<'END'
  > while IFS= read -r text; do printf "%b" "${1//LINE/$text}" >mine/mine.plot; GPUBENCH_PLUGIN_PATH=mine gpubench-fake plot mine tests/data/before.csv -o x.svg; done
  > END

Descriptions that are wrong:

  $ . ./draws LINE <<'END'
  > 
  > summary s\n
  > summary s\nplot a\n
  > summary s\nsummary t\n
  > summary\n
  > panel a b c -\n
  > panel A b c - d\n
  > panel a;system('x') b c - d\n
  > panel a b c - d\npanel a b c - d\n
  > panel a b {c - d\n
  > panel a b c - {}\n
  > panel a b c - d}\n
  > panel a b c - {>}\n
  > panel a b c op d\n
  > panel a b c op=x, d\n
  > panel a b c op!x d\n
  > panel a b c op={bits} d\n
  > values bits popc|clz\npanel a b c op={bits d\n
  > values bits\n
  > values bits a|b c\n
  > values bits a\nvalues bits b\n
  > panel a b c - d\nfinding\n
  > finding {a first}\npanel a b c - d\n
  > panel a b c - d\nfinding x {a first\n
  > panel a b c - d\nfinding a first}\n
  > panel a b c - d\nfinding {a}\n
  > panel a b c - d\nfinding {a[x first}\n
  > panel a b c - d\nfinding {a best}\n
  > panel a b c - d\nfinding {a first 2}\n
  > panel a b c - d\nfinding {a from most}\n
  > panel a b c - d\nfinding {a at }\n
  > panel a b c - d\nfinding {a first / z last}\n
  > panel a b c - d\nfinding {a first as m}\n
  > panel a b c - d\nfinding {line of a first / a last}\n
  > panel a b c - d\nfinding a\nfinding b\nfinding c\nfinding d\nfinding e\n
  > size 900\n
  > size 900 440 1\n
  > columns 0\n
  > name l1\n
  > title\n
  > over a\n
  > END
  gpubench: mine/mine.plot: expected a summary and a panel
  gpubench: mine/mine.plot: expected a summary and a panel
  gpubench: mine/mine.plot: line 2: found 'plot', expected summary, size, columns, name, values, panel, a setting of one, finding or #
  gpubench: mine/mine.plot: line 2: found 't', expected one summary in words
  gpubench: mine/mine.plot: line 1: found '', expected one summary in words
  gpubench: mine/mine.plot: line 1: found '', expected panel PANEL METRIC X POINTS LINES
  gpubench: mine/mine.plot: line 1: found 'A', expected a new name for the panel, in lowercase letters, digits and _
  gpubench: mine/mine.plot: line 1: found 'a;system('x')', expected a new name for the panel, in lowercase letters, digits and _
  gpubench: mine/mine.plot: line 2: found 'a', expected a new name for the panel, in lowercase letters, digits and _
  gpubench: mine/mine.plot: line 1: found '{c', expected axes as {axis}
  gpubench: mine/mine.plot: line 1: found '{}', expected axes as {axis}
  gpubench: mine/mine.plot: line 1: found 'd}', expected axes as {axis}
  gpubench: mine/mine.plot: line 1: found '{>}', expected axes as {axis}
  gpubench: mine/mine.plot: line 1: found 'op', expected axis=value|value,axis!=value,... or -
  gpubench: mine/mine.plot: line 1: found 'op=x,', expected axis=value|value,axis!=value,... or -
  gpubench: mine/mine.plot: line 1: found 'op!x', expected axis=value|value,axis!=value,... or -
  gpubench: mine/mine.plot: line 1: found '{bits}', expected {NAME} of a line 'values NAME VALUE|VALUE' above
  gpubench: mine/mine.plot: line 2: found '{bits', expected {NAME} of a line 'values NAME VALUE|VALUE' above
  gpubench: mine/mine.plot: line 1: found '', expected values NAME VALUE|VALUE
  gpubench: mine/mine.plot: line 1: found 'a|b', expected values NAME VALUE|VALUE
  gpubench: mine/mine.plot: line 2: found 'bits', expected a new name for the list, in lowercase letters, digits and _
  gpubench: mine/mine.plot: line 2: found '', expected finding TEXT
  gpubench: mine/mine.plot: line 1: found '{a first}', expected a panel above
  gpubench: mine/mine.plot: line 2: found '{a first', expected values as {VALUE}
  gpubench: mine/mine.plot: line 2: found '}', expected values as {VALUE}
  gpubench: mine/mine.plot: line 2: found '{a}', expected PANEL[LINE] PLACE
  gpubench: mine/mine.plot: line 2: found '{a[x first}', expected PANEL[LINE]
  gpubench: mine/mine.plot: line 2: found '{a best}', expected at X, first, last, max, min, from N% or until N%
  gpubench: mine/mine.plot: line 2: found '{a first 2}', expected nothing after the place
  gpubench: mine/mine.plot: line 2: found '{a from most}', expected from N% or until N%
  gpubench: mine/mine.plot: line 2: found '{a at }', expected at X
  gpubench: mine/mine.plot: line 2: found '{a first / z last}', expected a panel above
  gpubench: mine/mine.plot: line 2: found '{a first as m}', expected as %, KiB, MiB, GiB or number
  gpubench: mine/mine.plot: line 2: found '{line of a first / a last}', expected numbers
  gpubench: mine/mine.plot: line 6: found 'e', expected at most 4 findings
  gpubench: mine/mine.plot: line 1: found '', expected size WIDTH HEIGHT
  gpubench: mine/mine.plot: line 1: found '1', expected size WIDTH HEIGHT
  gpubench: mine/mine.plot: line 1: found '', expected columns NUMBER
  gpubench: mine/mine.plot: line 1: found 'l1', expected name LINE = TEXT
  gpubench: mine/mine.plot: line 1: found '', expected a text of at most 158 bytes
  gpubench: mine/mine.plot: line 1: found 'a', expected a panel above
  [2]
  $ { echo 'summary s'; for i in {0..32}; do echo "panel a$i b c - d"; done; } >mine/mine.plot; GPUBENCH_PLUGIN_PATH=mine gpubench-fake plot mine tests/data/before.csv -o x.svg
  gpubench: mine/mine.plot: line 34: found 'a32', expected at most 32 panels
  [2]

Settings that are wrong, below the second of two panels:

  $ . ./draws 'panel a b c - d\npanel e b c - d\n    LINE\n' <<'END'
  > tittle x
  > xlog 1
  > xscale 0
  > xscale limit
  > yscale 1e9;system('x')
  > xrange 1
  > yrange 0:top
  > yrange 0:system('x')
  > xtics 1 2
  > xtics '=1
  > xtics every
  > xwords up
  > room -1
  > key top lft
  > key font big
  > ends
  > ends wide
  > draw pies
  > draw bars most
  > line 9
  > over e
  > over f
  > ends 5\nends 6
  > END
  gpubench: mine/mine.plot: line 3: found 'tittle', expected summary, size, columns, name, values, panel, a setting of one, finding or #
  gpubench: mine/mine.plot: line 3: found '1', expected a base above 1, or off
  gpubench: mine/mine.plot: line 3: found '0', expected a number above 0, or for yscale: limit
  gpubench: mine/mine.plot: line 3: found 'limit', expected a number above 0, or for yscale: limit
  gpubench: mine/mine.plot: line 3: found '1e9;system('x')', expected a number above 0, or for yscale: limit
  gpubench: mine/mine.plot: line 3: found '1', expected A:B, each a number, *, NUMBER<*, low*NUMBER or top*NUMBER
  gpubench: mine/mine.plot: line 3: found '0:top', expected A:B, each a number, *, NUMBER<*, low*NUMBER or top*NUMBER
  gpubench: mine/mine.plot: line 3: found '0:system('x')', expected A:B, each a number, *, NUMBER<*, low*NUMBER or top*NUMBER
  gpubench: mine/mine.plot: line 3: found '1 2', expected NUMBER, LABEL=NUMBER, ..., every NUMBER or powers
  gpubench: mine/mine.plot: line 3: found ''=1', expected NUMBER, LABEL=NUMBER, ..., every NUMBER or powers
  gpubench: mine/mine.plot: line 3: found 'every', expected NUMBER, LABEL=NUMBER, ..., every NUMBER or powers
  gpubench: mine/mine.plot: line 3: found 'up', expected ANGLE [SIZE]
  gpubench: mine/mine.plot: line 3: found '-1', expected a number above 0
  gpubench: mine/mine.plot: line 3: found 'top lft', expected off, or words of gnuplot's set key: top left maxrows 2 ...
  gpubench: mine/mine.plot: line 3: found 'font big', expected off, or words of gnuplot's set key: top left maxrows 2 ...
  gpubench: mine/mine.plot: line 3: found '', expected a text of at most 158 bytes
  gpubench: mine/mine.plot: line 3: found 'wide', expected WIDTH [X]
  gpubench: mine/mine.plot: line 3: found 'pies', expected lines, rings, points, bars, dashes, steady or level, then limit or limits
  gpubench: mine/mine.plot: line 3: found 'bars most', expected lines, rings, points, bars, dashes, steady or level, then limit or limits
  gpubench: mine/mine.plot: line 3: found '9', expected line 1 to 8, and a name
  gpubench: mine/mine.plot: line 3: found 'e', expected a panel above
  gpubench: mine/mine.plot: line 3: found 'f', expected a panel above
  gpubench: mine/mine.plot: line 4: found '6', expected one such line for a panel
  [2]
