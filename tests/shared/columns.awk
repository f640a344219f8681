# columns.awk NAME...: these columns of the CSV on standard input, a line a row, with blanks between them.
#
# A column that is not there is empty. A row with another number of fields than the header is told. Tests read columns
# hundreds of times, and Python takes ten times as long to start.

BEGIN {
	for (i = 1; i < ARGC; i++)
		names = names " " ARGV[i]
	ARGC = 1
	count = split(names, name, " ")
}

# split_row(): the fields of a row, by RFC 4180; returns their number.
function split_row(row, field,    n, text) {
	if (row !~ /"/)
		return split(row, field, ",")
	for (n = 1; ; n++) {
		if (match(row, /^"([^"]|"")*"/)) {
			text = substr(row, 2, RLENGTH - 2)
			gsub(/""/, "\"", text)
		} else {
			match(row, /^[^,]*/)
			text = substr(row, 1, RLENGTH)
		}
		field[n] = text
		row = substr(row, RLENGTH + 1)
		if (row == "")
			return n
		row = substr(row, 2)
	}
}

# A field in quotes may have line breaks: then the number of quotes so far is odd. Other lines may end in CR LF.
{
	row = is_open ? row "\n" $0 : $0
	quotes += gsub(/"/, "&")
	is_open = quotes % 2
	if (is_open)
		next
	sub(/\r$/, "", row)
}

columns == 0 {
	columns = split_row(row, header)
	for (i = 1; i <= columns; i++)
		at[header[i]] = i
	next
}

{
	if (split_row(row, field) != columns) {
		print "line " NR " has another number of fields"
		next
	}
	line = ""
	for (i = 1; i <= count; i++)
		line = line (i > 1 ? " " : "") (name[i] in at ? field[at[name[i]]] : "")
	print line
}
