# counters.awk: what a benchmark says a launch does, against the hardware's counters. The first file is its .counters file
# (docs/counters.md has the format); `mode` says what to do with it:
#
#   select   from a result file, print the header and the rows to profile
#   metrics  print the counters that are needed, with commas between them
#   kernels  print the pattern of the kernels that are timed
#   compare  from the rows of `gpubench --launches LAUNCHES` and the raw page of ncu, print a table; exit status 1 when a
#            number differs
#
# csv.awk and tests/audit/value.awk are read before.

# A difference above this, in percent of our number, is told with its reason.
BEGIN { UNEXPLAINED = 2 }

function wrong(line, text) {
	printf "%s: line %s: %s\n", FILENAME, line, text >"/dev/stderr"
	broken = 1
	exit 2
}

# ---- the .counters file ----------------------------------------------------------------------------------------------

function trim(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text
}

# "METRIC [when CHOICES] = EXPRESSION within TOLERANCE [or TOLERANCE because TEXT]"
function read_check(text,   left, right, at) {
	at = index(text, " = ")
	if (!at)
		wrong(FNR, "expected kernels, points or METRIC = EXPRESSION within TOLERANCE")
	left = trim(substr(text, 1, at - 1))
	right = trim(substr(text, at + 3))
	checks++
	check_line[checks] = FNR
	if ((at = index(left, " when "))) {
		when[checks] = trim(substr(left, at + 6))
		left = trim(substr(left, 1, at - 1))
	}
	ours_name[checks] = left
	if (!(at = index(right, " within ")))
		wrong(FNR, "expected 'within TOLERANCE'")
	expression[checks] = trim(substr(right, 1, at - 1))
	right = trim(substr(right, at + 8))
	if ((at = index(right, " because "))) {
		because[checks] = trim(substr(right, at + 9))
		right = trim(substr(right, 1, at - 1))
		if (!(at = index(right, " or ")))
			wrong(FNR, "expected 'within TOLERANCE or TOLERANCE because TEXT'")
		wide[checks] = trim(substr(right, at + 4))
		right = trim(substr(right, 1, at - 1))
	}
	narrow[checks] = right
	if (right !~ /^[0-9.]+( %)?$/ || (checks in wide && wide[checks] !~ /^[0-9.]+( %)?$/))
		wrong(FNR, "'" right "' is not a tolerance: expected N or N %")
	if (right ~ /%/ && right + 0 > UNEXPLAINED)
		wrong(FNR, "a tolerance above " UNEXPLAINED " % needs a reason: 'within " UNEXPLAINED " % or " right " because TEXT'")
}

function read_counters(line) {
	sub(/#.*/, "", line)
	line = trim(line)
	if (line == "")
		return
	if (line ~ /^kernels /)
		kernels = trim(substr(line, 9))
	else if (line ~ /^points /)
		points[++choices] = trim(substr(line, 8))
	else if (line ~ /^launches /)
		each = trim(substr(line, 10)) + 0 # kernels of one launch
	else
		read_check(line)
}

# fits(point, choice): whether "op=copy,offset=3" has one of the values of each axis in "op=copy,sum,offset=0,3".
function fits(point, choice,   n, i, word, axis, rest, has, found) {
	n = split(point, word, ",")
	for (i = 1; i <= n; i++)
		has[word[i]] = 1
	n = split(choice, word, ",")
	axis = ""
	found = 1
	for (i = 1; i <= n; i++) {
		if (index(word[i], "=")) {
			if (!found)
				return 0
			axis = substr(word[i], 1, index(word[i], "="))
			rest = substr(word[i], length(axis) + 1)
			found = 0
		} else
			rest = word[i]
		if ((axis rest) in has)
			found = 1
	}
	return found
}

function wanted(point,   i) {
	for (i = 1; i <= choices; i++)
		if (fits(point, points[i]))
			return 1
	return choices == 0
}

# ---- modes -----------------------------------------------------------------------------------------------------------

FNR == 1 { file++ }
file == 1 { read_counters($0); next }

mode == "select" && FNR == 1 { columns($0, at); print; next }
mode == "select" {
	cells($0, row)
	key = row[at["variant"]] "|" row[at["point"]]
	if (row[at["benchmark"]] == bench && row[at["variant"]] != "" && !(key in seen) &&
	    (row[at["status"]] == "ok" || row[at["status"]] == "suspect") && wanted("variant=" row[at["variant"]] "," row[at["point"]])) {
		seen[key] = 1
		print
	}
	next
}

# What each point says of its launch.
mode == "compare" && file == 2 && FNR == 1 { columns($0, at); next }
mode == "compare" && file == 2 {
	cells($0, row)
	if (row[at["metric"]] == "" && row[at["variant"]] != "") {
		if (row[at["status"]] == "failed")
			wrong(FNR, row[at["point"]] " failed: " row[at["reason"]])
		if (row[at["reason"]] ~ /launched/) {
			point[++rows] = row[at["point"]]
			variant[rows] = row[at["variant"]]
		}
	} else if (row[at["metric"]] != "")
		ours[rows, row[at["metric"]]] = row[at["value"]]
	next
}

# What the counters say: a header, the units, a line for each kernel.
mode == "compare" && file == 3 && /^"ID"/ { n = columns($0, at); for (name in at) place[name] = at[name]; next }
mode == "compare" && file == 3 && /^"[0-9]+"/ {
	cells($0, row)
	kernel++
	launch = int((kernel - 1) / each) % launches
	current = int((kernel - 1) / each / launches) + 1
	if (launch < 1) # what was in the caches before says nothing
		next
	for (name in place) {
		gsub(",", "", row[place[name]])
		counted[current, name] += row[place[name]]
	}
	next
}

function counters_of(text, out,   n, i, word, count) {
	count = 0
	gsub(/[-+*\/() ,]+/, " ", text)
	n = split(text, word, " ")
	for (i = 1; i <= n; i++)
		if (word[i] !~ /^[0-9.]+$/ && word[i] != "min" && word[i] != "max")
			out[++count] = word[i]
	return count
}

# within(off, of, tolerance)
function within(off, of, tolerance) {
	off = off < 0 ? -off : off
	of = of < 0 ? -of : of
	return off <= (tolerance ~ /%/ ? of * (tolerance + 0) / 100 : tolerance + 0)
}

function compare(i, r,   name, n, k, what, mine, theirs, verdict) {
	what = ours_name[i]
	name = what == "bytes" ? "launch_bytes" : what == "ops" ? "launch_ops" : what
	if ((i in when) && !fits("variant=" variant[r] "," point[r], when[i]))
		return
	if (!((r, name) in ours))
		return
	n = counters_of(expression[i], need)
	split("", bound)
	for (k = 1; k <= n; k++) {
		if (!((r, need[k]) in counted))
			wrong(check_line[i], "ncu gave no '" need[k] "'")
		bound[need[k]] = counted[r, need[k]] / (launches - 1)
	}
	mine = ours[r, name] + 0
	theirs = value(expression[i], i)
	compared[i]++
	if (within(theirs - mine, mine, narrow[i]) && (mine == 0 || within(theirs - mine, mine, UNEXPLAINED " %")))
		verdict = "agrees"
	else if ((i in wide) && within(theirs - mine, mine, wide[i]))
		verdict = "explained: " because[i]
	else {
		verdict = "**DIFFERS**"
		differs++
	}
	total++
	printf "| %s%s | %s | %.6g | %.6g | %s | %s |\n", (variant[r] == "default" ? "" : variant[r] " "), point[r], what, mine,
		theirs, (mine != 0 ? sprintf("%+.2f %%", 100 * (theirs / mine - 1)) : "-"), verdict
}

END {
	if (broken)
		exit 2
	each = each ? each : 1
	if (mode == "kernels")
		print kernels
	if (mode == "metrics") {
		for (i = 1; i <= checks; i++) {
			n = counters_of(expression[i], need)
			for (k = 1; k <= n; k++)
				if (!(need[k] in all)) {
					all[need[k]] = 1
					list = list (list == "" ? "" : ",") need[k]
				}
		}
		print list
	}
	if (mode != "compare")
		exit 0
	if (kernel != rows * launches * each) {
		printf "%s: ncu saw %d kernels, not %d x %d x %d\n", bench, kernel, rows, launches, each >"/dev/stderr"
		exit 2
	}
	for (r = 1; r <= rows; r++)
		for (i = 1; i <= checks; i++)
			compare(i, r)
	for (i = 1; i <= checks; i++)
		if (!compared[i]) {
			printf "%s: line %d of its counters compared nothing\n", bench, check_line[i] >"/dev/stderr"
			differs++
		}
	printf "%d %d\n", total - differs, differs >totals
	exit differs > 0
}

BEGIN { each = 1 }
