# csv.awk: cells(line, out) splits a line of CSV and returns how many fields it has. Quoted fields are understood, line
# breaks in them not.

function cells(line, out,   n, c, i, quoted) {
	split("", out)
	n = 1
	out[1] = ""
	quoted = 0
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"")
			quoted = !quoted
		else if (c == "," && !quoted)
			out[++n] = ""
		else if (c != "\r")
			out[n] = out[n] c
	}
	return n
}

# columns(line, at): where each column is, by its name.
function columns(line, at,   n, i, name) {
	split("", at)
	n = cells(line, name)
	for (i = 1; i <= n; i++)
		at[name[i]] = i
	return n
}
