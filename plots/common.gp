# common.gp: size, fonts, colours and grid of all pictures. Needs format (svg, png, pdf) and output; width and height,
# in points, may be set before. Colour-blind people can distinguish the colours of Okabe and Ito. Lines also differ in
# their points, for grey prints.
if (!exists("width")) { width = 900 }
if (!exists("height")) { height = 480 }
# --title and --size, and the version and names of files, which are at the left edge.
if (exists("own_width")) { width = own_width; height = own_height }
headed(text) = exists("own_title") ? own_title : text
if (format eq "svg") {
	if (!exists("picture")) { picture = "gpubench" } # title of the file, and prefix of names in it
	set terminal svg size width, height dynamic enhanced font "Helvetica,15" background "white" name picture
} else { if (format eq "png") {
	set terminal pngcairo size 2 * width, 2 * height enhanced font "Helvetica,15" fontscale 1.5 \
		linewidth 2 pointscale 2 background "white"
} else {
	set terminal pdfcairo size width / 100.0, height / 100.0 enhanced font "Helvetica,15" \
		fontscale 0.58 pointscale 0.8 background "white"
} }
# The SVG terminal overestimates the width of letters and the height of lines, and draws larger points.
svg = format eq "svg"
dot = svg ? 0.9 : 1.0
set output output
set encoding utf8
set minussign

array colour[8] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F"]
# Text colours that are dark enough to be read on white (WCAG AA, 4.5 to 1).
array ink[8] = ["#0072B2", "#A84600", "#00704F", "#A3366F", "#8A5A00", "#1F6F9F", "#000000", "#595959"]
array shape[8] = [7, 5, 9, 11, 13, 6, 4, 8]
do for [i = 1:8] {
	set linetype i linecolor rgb colour[i] linewidth 1.6 pointtype shape[i] pointsize 0.45 * dot
}
set linetype cycle 8
set border 3 linewidth 0.8
set tics nomirror out scale 0.6
set grid linecolor rgb "#DDDDDD" linewidth 0.6 linetype 1
plain_key = "top right Left reverse noenhanced " . \
	(svg ? "samplen 1.6 spacing 0.8 width -4" : "samplen 2 spacing 1.1 width 0")
eval 'set key ' . plain_key
if (svg) { set xlabel offset 0, 0.7 }
set ylabel offset 1, 0 # away from the small print
set title offset 0, -0.4
if (exists("small_print")) {
	if (strlen(small_print) > height / 4.5) { small_print = substr(small_print, 1, int(height / 4.5)) . "…" }
	set label 999 small_print at screen 8.0 / width, 8.0 / height left rotate by 90 noenhanced font ",8" \
		textcolor rgb "#595959"
}
