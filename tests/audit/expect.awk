# expect.awk: reads the expectations in the file `expect` and compares with them what code.awk finds; names.awk and
# value.awk help. Variables from the command line: expect, bench, variant, arch (as 90a), cuda (as 11.8), and show=1 to
# print what every kernel has instead.
# Output, fields separated by tabs:
#   kernel   ARCH      one was examined
#   failed   TEXT      one line for a kernel, or for the expectations
#   show     TEXT      with show=1
#   applies  FILE:LINE a block of expectations whose conditions hold here ...
#   used     FILE:LINE ... and that named a kernel
# docs/machine-code.md describes the format.

BEGIN {
	split("registers stack shared loops flight local", name, " ")
	for (i in name)
		known[name[i]]
	if (!show)
		read_expectations()
}

# ---- reading -------------------------------------------------------------------------------------------------------

# Blocks 1..blocks: pattern, applies here or not, is_kernel, line; each with checks first_check..last_check.
function read_expectations(   text, number, status) {
	while ((status = getline text <expect) > 0) {
		number++
		sub(/[ \t]*#.*/, "", text)
		if (text ~ /^(kernel|also)[ \t]/)
			read_block(text, number)
		else if (text ~ /[^ \t]/)
			read_check(text, number)
	}
	if (status < 0)
		failed(expect ": cannot be read")
}

# kernel PATTERN [variant PATTERN] [arch LIST] [cuda LIST]; the same for also
function read_block(text, number,   part, n, i) {
	n = split(text, part, " ")
	blocks++
	pattern[blocks] = part[2]
	is_kernel[blocks] = part[1] == "kernel"
	block_line[blocks] = number
	applies[blocks] = 1
	first_check[blocks] = checks + 1
	last_check[blocks] = checks
	for (i = 3; i <= n; i += 2)
		if (part[i] == "variant" && i < n)
			applies[blocks] = applies[blocks] && variant ~ ("^(" part[i + 1] ")$")
		else if (part[i] == "arch" && i < n)
			applies[blocks] = applies[blocks] && among(arch, part[i + 1], number)
		else if (part[i] == "cuda" && i < n)
			applies[blocks] = applies[blocks] && among(cuda, part[i + 1], number)
		else
			wrong(number, "wanted variant PATTERN, arch LIST or cuda LIST, found '" part[i] "'")
}

# Whether it is in the list, as 80,90a or 11.8, or with ! before it is not.
function among(it, list, number,   without) {
	if (list !~ /^!?[0-9]+([a-z]|\.[0-9])?(,[0-9]+([a-z]|\.[0-9])?)*$/)
		wrong(number, "no list of architectures or toolkits: '" list "'")
	without = sub(/^!/, "", list)
	return (index("," list ",", "," it ",") > 0) != without
}

#	[loop|outside|total OPCODE [OPERAND]] or FACT, then a comparison and an expression; or all OPCODE are OPCODE
function read_check(text, number,   part, n, where) {
	if (!blocks) {
		wrong(number, "stands before the first kernel")
		return
	}
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	gsub(/[ \t]+/, " ", text)
	last_check[blocks] = ++checks
	check_line[checks] = number
	check_text[checks] = text
	if (text ~ /^all .* are /) {
		kind[checks] = "all"
		where = index(text, " are ")
		subject[checks] = substr(text, 5, where - 5)
		right[checks] = substr(text, where + 5)
		return
	}
	if (!match(text, / (<=|>=|!=|=|<|>) /)) {
		wrong(number, "wanted a comparison, found '" text "'")
		checks = --last_check[blocks]
		return
	}
	compare[checks] = substr(text, RSTART + 1, RLENGTH - 2)
	right[checks] = substr(text, RSTART + RLENGTH)
	where = RSTART - 1
	n = split(substr(text, 1, where), part, " ")
	kind[checks] = part[1]
	subject[checks] = part[2]
	operand[checks] = part[3]
	if (!((n == 1 && (part[1] in known)) || ((n == 2 || n == 3) && part[1] ~ /^(loop|outside|total)$/))) {
		wrong(number, "no such fact: '" substr(text, 1, where) "'")
		checks = --last_check[blocks]
	}
}

# ---- comparing -----------------------------------------------------------------------------------------------------

function examine(   b, i, named, trouble) {
	print "kernel\t" arch
	if (kernel == "gb_incomplete") {
		# The toolkit was too old for some kernels, so blocks may name none.
		incomplete = 1
		return
	}
	if (show) {
		print_kernel()
		return
	}
	delete mentioned
	kernel_line = 0
	for (b = 1; b <= blocks; b++) {
		if (!applies[b] || !binds(pattern[b], kernel, block_line[b]))
			continue
		used[b]
		if (is_kernel[b])
			named = 1
		for (i = first_check[b]; i <= last_check[b]; i++) {
			mentioned[kind[i]]
			trouble = join(trouble, check(i))
		}
	}
	if (!named) {
		failed(kernel ": no kernel line of " expect " names it")
		return
	}
	# Nobody spills unless it is said.
	if (!("local" in mentioned) && fact["local"])
		trouble = join(trouble, "local = 0 (not said otherwise): found " fact["local"])
	if (!("stack" in mentioned) && fact["stack"])
		trouble = join(trouble, "stack = 0 (not said otherwise): found " fact["stack"])
	if (trouble != "")
		failed(kernel ": " trouble)
}

# Whether the name fits the pattern. Sets bound[NAME] to the number that stands for each <NAME>.
function binds(pattern, name, number,   whole, piece, variable) {
	whole = pattern
	gsub(/<[A-Za-z]+>/, "[0-9]+", whole)
	if (name !~ ("^(" whole ")$"))
		return 0
	delete bound
	while (match(pattern, /<[A-Za-z]+>/)) {
		piece = substr(pattern, 1, RSTART - 1)
		variable = substr(pattern, RSTART + 1, RLENGTH - 2)
		pattern = substr(pattern, RSTART + RLENGTH)
		match(name, "^(" piece ")")
		name = substr(name, RLENGTH + 1)
		if (!match(name, /^[0-9]+/)) {
			wrong(number, "cannot tell where <" variable "> is in " kernel)
			return 0
		}
		bound[variable] = substr(name, 1, RLENGTH) + 0
		name = substr(name, RLENGTH + 1)
	}
	return 1
}

# "" or what is wrong with check i.
function check(i,   found, wanted) {
	if (kind[i] == "all")
		return check_all(i)
	if (astray && kind[i] ~ /^(loop|loops|outside|flight)$/)
		return check_text[i] ": not known: " astray " may go anywhere"
	found = (kind[i] in known) ? fact[kind[i]] : count(kind[i], fill(subject[i], i), operand[i])
	wanted = value(right[i], i)
	if (bad != "" || holds(found, compare[i], wanted))
		return ""
	return check_text[i] (right[i] == wanted "" ? "" : " (" wanted ")") ": found " found
}

function holds(found, how, wanted) {
	if (how == "=")
		return found == wanted
	if (how == "!=")
		return found != wanted
	if (how == "<=")
		return found <= wanted
	if (how == ">=")
		return found >= wanted
	return how == "<" ? found < wanted : found > wanted
}

function check_all(i,   k, want, subset, n, example) {
	subset = fill(subject[i], i)
	want = canonical(fill(right[i], i))
	for (k = 1; k <= code; k++)
		if (fits(opcode[k], subset) && canonical(opcode[k]) != want) {
			n++
			example = opcode[k]
		}
	if (!n)
		return ""
	return "all " subset " are " fill(right[i], i) ": found " n " others, such as " example
}

function count(scope, subset, text,   k, n) {
	for (k = 1; k <= code; k++)
		if ((scope == "total" || (scope == "loop") == looped[k]) && fits(opcode[k], subset) &&
		    (text == "" || index(operands[k], text)))
			n++
	return n + 0
}

# Puts the value for each {EXPRESSION}.
function fill(text, i,   done) {
	while (match(text, /\{[^}]*\}/)) {
		done = value(substr(text, RSTART + 1, RLENGTH - 2), i)
		match(text, /\{[^}]*\}/)
		text = substr(text, 1, RSTART - 1) done substr(text, RSTART + RLENGTH)
	}
	return text
}

# ---- output --------------------------------------------------------------------------------------------------------

function join(a, b) {
	return a == "" ? b : b == "" ? a : a "; " b
}

function failed(text) {
	print "failed\t" bench " " variant " sm_" arch " " text
}

# A mistake in the expectations: the same for every cubin, so without its name.
function wrong(number, text) {
	print "failed\t" expect ":" number ": " text
}

function print_kernel(   i, n, seen) {
	printf "show\t%s %s sm_%s %s: registers %d, stack %d, shared %d, local %d, loops %d, flight %d;", bench, variant, arch,
		kernel, fact["registers"], fact["stack"], fact["shared"], fact["local"], fact["loops"], fact["flight"]
	for (i = 1; i <= code; i++)
		if (looped[i])
			seen[opcode[i]]++
	printf " in loops:"
	for (i = 1; i <= code; i++)
		if (opcode[i] in seen) {
			printf " %d %s", seen[opcode[i]], opcode[i]
			delete seen[opcode[i]]
		}
	printf "\n"
}

function finish(   b) {
	for (b = 1; b <= blocks; b++)
		if (applies[b])
			print ((b in used || incomplete) ? "used\t" : "applies\t") expect ":" block_line[b]
}
