# lines.gp: the structure of caches. Panels: fetch, promotion, tags, ways, replacement, set (shares of hits), eviction
# (lines of a minimal set), hash (lines moved by a bit), camping.
width = 1200
height = 1230
rows = 3
columns = 3
labelled = "promotion"
load here . "/curve.gp"
label(name) = name
set yrange [-0.03:1.03]
set ylabel "hits"
set key top right
set title "the word after one that missed"
set xlabel "distance (bytes)"
set logscale x 2
eval shown("fetch", lines("fetch"))
set title "the same, and the load asks L2 for more"
set xrange [*:300] # names at the very end of the axis are not drawn
eval shown("promotion", unnamed("promotion") . ", " . ends("promotion"))
set xrange [*:*]
set title "a fixed number of words, at a stride"
set xlabel "stride (bytes)"
eval shown("tags", lines("tags"))
set key inside bottom left vertical samplen 2 font ",13"
set title "lines far from each other"
set xlabel "lines"
set xtics (16, 64, 256, 1024)
eval shown("ways", lines("ways"))
set xtics autofreq
unset logscale
unset key
set title "more lines than L1 has"
set xlabel "set (% of L1 and shared memory)"
eval shown("replacement", lines("replacement"))
set title "lines of one set of L2"
set xlabel "lines"
eval shown("set", lines("set"))
set title "lines that evict another one from L2"
set xlabel "target"
set ylabel "lines of a minimal set"
set yrange [0:*]
eval shown("eviction", lines("eviction"))
set yrange [-0.03:1.03]
set title "the hash of L2"
set ylabel "lines moved"
set xlabel "bit of the address"
eval shown("hash", lines("hash"))
set title "lines with a stride, by all SMs"
set ylabel "TB/s"
set xlabel "stride (bytes)"
set yrange [0:*]
set logscale x 2
set xtics (128, 512, 2048, 8192)
tera(p) = sprintf('for [i = 1:%s_lines] data index %s_first + i - 1 using ($1):($2/1e12) \
	with linespoints linetype %s_series[i] title ""', p, p, p)
eval shown("camping", tera("camping"))
unset multiplot
