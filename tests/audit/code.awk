# code.awk: reads one cubin, `cuobjdump -res-usage` and then `nvdisasm -c`, and hands each kernel to examine() of
# expect.awk with
#   code, opcode[i], operands[i], looped[i]   its instructions, 1..code; looped: inside of a loop
#   fact["registers"] ...                     its numbers; docs/machine-code.md says what each is
#   astray                                    an indirect branch if it has one: what is a loop is then not known
# What is not as these tools have it so far fails: it might hide a kernel or a loop.

# ---- the two tools' lines ----------------------------------------------------------------------------------------

$1 == "Function" { owner = $2; sub(/:$/, "", owner); functions[owner]; next }
/^ *REG:/ { read_usage(); next }
/^\.text\./ { end_kernel(); begin_kernel($1); next }
/^ *\/\*[0-9a-f]+\*\// { read_instruction($0); next }
kernel != "" && /^[^ \t\/].*:$/ { place[substr($1, 1, length($1) - 1)] = code + 1; next }
kernel != "" && !/^([ \t]*$|\/\/|[ \t]+\.)/ { odd($0) }
END { end_code() }

function odd(text) {
	failed((kernel == "" ? "" : kernel ": ") "not understood: " text)
}

#   REG:30 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:592 ...
function read_usage(   i, part) {
	for (i = 1; i <= NF; i++) {
		split($i, part, ":")
		usage[owner, part[1]] = part[2]
	}
}

function begin_kernel(label) {
	kernel = substr(label, 7)
	sub(/:$/, "", kernel)
	code = branches = 0
	astray = ""
	delete place
}

#   /*0090*/              @!P0 BRA `(.L_x_0) ;
function read_instruction(line,   whole) {
	whole = line
	sub(/^ *\/\*[0-9a-f]+\*\/ */, "", line)
	sub(/^@!?U?P[0-9T]+ +/, "", line)
	if (kernel == "" || !sub(/ *;.*/, "", line) || line !~ /^[A-Z][A-Za-z0-9_.]*( |$)/) {
		odd(whole)
		return
	}
	code++
	opcode[code] = line
	sub(/ .*/, "", opcode[code])
	operands[code] = substr(line, length(opcode[code]) + 2)
	if (opcode[code] ~ /^(BRX|BRXU|JMX|JMXU)(\.|$)/)
		astray = opcode[code]
	# ptxas jumps with CALL, too.
	if (opcode[code] !~ /^(BRA|JMP|CALL)(\.|$)/)
		return
	if (!match(line, /`\([^)]*\)/)) {
		odd(whole)
		return
	}
	branch_at[++branches] = code
	branch_to[branches] = substr(line, RSTART + 2, RLENGTH - 3)
}

function end_kernel() {
	if (kernel == "")
		return
	if (!code || !((kernel, "REG") in usage))
		odd("it has no " (code ? "REG" : "instructions"))
	kernels++
	delete functions[kernel]
	fact["registers"] = usage[kernel, "REG"]
	fact["stack"] = usage[kernel, "STACK"] + usage[kernel, "LOCAL"]
	fact["shared"] = usage[kernel, "SHARED"]
	fact["loops"] = find_loops()
	fact["flight"] = loads_in_flight()
	fact["local"] = local_accesses()
	examine()
	kernel = ""
}

function end_code(   name) {
	end_kernel()
	for (name in functions)
		odd("no code of " name)
	if (!kernels)
		odd("no kernels")
	finish()
}

# ---- what follows from them ----------------------------------------------------------------------------------------

# A loop is what a backward branch spans. Branches back to one place are one loop. The branch to itself that closes
# every kernel, behind its EXIT, is none.
function find_loops(   b, i, from, heads, head) {
	for (i = 1; i <= code; i++)
		looped[i] = 0
	for (b = 1; b <= branches; b++) {
		if (!(branch_to[b] in place)) {
			odd("there is no " branch_to[b])
			continue
		}
		from = place[branch_to[b]]
		if (from >= branch_at[b])
			continue
		if (!(from in head)) {
			head[from]
			heads++
		}
		for (i = from; i <= branch_at[b]; i++)
			looped[i] = 1
	}
	return heads + 0
}

function local_accesses(   i, n) {
	for (i = 1; i <= code; i++)
		n += opcode[i] ~ /^(LDL|STL)/
	return n + 0
}

# The most global loads of a loop, in program order, that are issued and not yet waited for. Naming a register that a
# load fills waits for that load and, since they return in order, for those before it.
function loads_in_flight(   i, j, n, first, last, low, high, most, named) {
	first = 1
	last = most = 0
	for (i = 1; i <= code; i++) {
		if (!looped[i])
			continue
		n = registers_of(operands[i], named)
		for (j = 1; j <= n; j++)
			first = after_wait(named[j], first, last, low, high)
		if (opcode[i] !~ /^LDG/)
			continue
		low[++last] = named[1]
		high[last] = named[1] + words_of(opcode[i]) - 1
		if (last - first + 1 > most)
			most = last - first + 1
	}
	return most
}

function after_wait(register, first, last, low, high,   k) {
	for (k = last; k >= first; k--)
		if (register >= low[k] && register <= high[k])
			return k + 1
	return first
}

# The numbers of the registers R0, R1, ... in `text`, not those of UR0 (uniform) or SR_TID.
function registers_of(text, out,   n, before) {
	while (match(text, /R[0-9]+/)) {
		before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
		if (before !~ /[A-Z_]/)
			out[++n] = substr(text, RSTART + 1, RLENGTH - 1) + 0
		text = substr(text, RSTART + RLENGTH)
	}
	return n + 0
}

function words_of(name) {
	return name ~ /\.256/ ? 8 : name ~ /\.128/ ? 4 : name ~ /\.64/ ? 2 : 1
}
