# code.awk: from a disassembly (objdump -d --no-show-raw-insn) one line for each function of a kernel, "NAME ok" or "NAME: what
# is wrong". Of host_fma: the only loop has `unroll` multiply-adds of each chain, on registers of the set's width, and beside
# them nothing but its counter. Of host_latency: the only loop is a chain of `chase` loads, each of which gives the next its address.

function wanted(name) { return name ~ /^fp(32|64)_(sse2|avx2|avx512|neon)_c[0-9]+$/ || name ~ /^chase$/ }

# "  1f40:<tab>vfmadd132pd %ymm0,%ymm1,%ymm2"
function number(hex,    value, i) {
	value = 0
	for (i = 1; i <= length(hex); i++)
		value = 16 * value + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return value
}

function jumps(mnemonic) { return mnemonic ~ /^(j[a-z]+|b|b\.[a-z]+|cbn?z|tbn?z)$/ }

function counts(mnemonic) { return mnemonic ~ /^(add|sub|subs|inc|dec|cmp|test|lea)[lq]?$/ }

# What a multiply-add of this function looks like; `sums`: its sum, where that is apart.
function expect(name,    format) {
	format = name ~ /^fp64/ ? "d" : "s"
	sums = ""
	if (name ~ /_sse2_/) {
		# Of three operands where AVX is the compiler's baseline (-march=native).
		product = "^v?mulp" format " (%xmm[0-9]+,)?%xmm[0-9]+,%xmm[0-9]+$"
		sums = "^v?addp" format " (%xmm[0-9]+,)?%xmm[0-9]+,%xmm[0-9]+$"
	} else if (name ~ /_neon_/) {
		format = name ~ /^fp64/ ? "2d" : "4s"
		product = "^fml[as] v[0-9]+[.]" format ", v[0-9]+[.]" format ", v[0-9]+[.]" format "$"
	} else {
		format = (name ~ /_avx512_/ ? "%zmm" : "%ymm") "[0-9]+"
		product = "^vfmadd(132|213|231)p" (name ~ /^fp64/ ? "d" : "s") " " format "," format "," format "$"
	}
	chains = name
	sub(/.*_c/, "", chains)
	products = unroll * chains
}

function examine(    i, loops, first, last, found, added, links, register, previous, why) {
	if (name == "")
		return
	for (i = 1; i <= count; i++)
		if (jumps(mnemonic[i]) && target[i] >= address[1] && target[i] <= address[i]) {
			loops++
			first = target[i]
			last = address[i]
		}
	if (loops != 1)
		why = why " " loops + 0 " loops;"
	if (name != "chase")
		expect(name)
	for (i = 1; i <= count && loops == 1; i++) {
		if (address[i] < first || address[i] > last)
			continue
		if (name != "chase" && text[i] ~ product)
			found++
		else if (sums != "" && text[i] ~ sums)
			added++
		else if (name == "chase" && text[i] ~ /^mov \(%r[a-z0-9]+\),%r[a-z0-9]+$|^ldr x[0-9]+, \[x[0-9]+\]$/) {
			# The register that is loaded is the address, and it is the last load's.
			split(text[i], part, /[^a-z0-9]+/)
			if (part[2] != part[3] || (links > 0 && part[2] != register))
				why = why " a load that the next does not wait for: " text[i] ";"
			register = part[2]
			links++
		} else if (!(counts(mnemonic[i]) && text[i] !~ /[([]/) && !(jumps(mnemonic[i]) && address[i] == last))
			why = why " beside the counter: " text[i] ";"
	}
	if (name == "chase" && loops == 1 && links != chase)
		why = why " " links + 0 " loads, not " chase ";"
	if (name != "chase" && loops == 1 && (found != products || (sums != "" && added != products)))
		why = why " " found + 0 " and " added + 0 " multiply-adds, not " products ";"
	print name (why == "" ? " ok" : ":" why)
}

/^[0-9a-f]+ <[^>]*>:$/ {
	examine()
	name = $2
	gsub(/[<>:]/, "", name)
	count = 0
	sums = ""
	if (!wanted(name))
		name = ""
	next
}

name != "" && /^ +[0-9a-f]+:\t/ {
	line = $0
	sub(/^ +/, "", line)
	count++
	address[count] = number(substr(line, 1, index(line, ":") - 1))
	line = substr(line, index(line, "\t") + 1)
	gsub(/[ \t]+/, " ", line)
	sub(/ *\/\/ .*$/, "", line) # "// b.any"
	sub(/ $/, "", line)
	mnemonic[count] = line
	sub(/ .*/, "", mnemonic[count])
	target[count] = -1
	if (jumps(mnemonic[count]) && line ~ /<.*>$/) {
		hex = line
		sub(/ <.*/, "", hex)
		sub(/.*[ ,]/, "", hex)
		target[count] = number(hex)
	}
	sub(/ <.*>$/, "", line)
	text[count] = line
}

END { examine() }
