# names.awk: names of instructions, and which of them an expectation means.

# `LDG.E.EF` fits every LDG that is E and EF, whatever else it is; `LD*` all kinds of loads; `*` everything.
function fits(name, subset,   part, have, n, i, base) {
	if ((name, subset) in fitting)
		return fitting[name, subset]
	have = "." canonical(name) "."
	n = split(subset, part, ".")
	base = part[1]
	gsub(/\*/, "[A-Z0-9]*", base)
	fitting[name, subset] = have ~ ("^\\." base "\\.")
	for (i = 2; i <= n; i++)
		if (!index(have, "." part[i] "."))
			fitting[name, subset] = 0
	return fitting[name, subset]
}

# One spelling for all architectures: modifiers sorted; memory accesses with their width in bits; without SYS, the
# scope that sm_7x alone writes out though it is what all accesses have.
function canonical(name,   part, n, i, base, wide, text) {
	if (name in spelling)
		return spelling[name]
	n = split(name, part, ".")
	base = part[1]
	for (i = 2; i <= n; i++)
		if (part[i] ~ /^([US]?8|[US]?16|32|64|128|256)$/)
			wide = 1
	if (base ~ /^(LD|ST)[GLS]?$/ && !wide)
		part[++n] = "32"
	text = base
	sort(part, n)
	for (i = 2; i <= n; i++)
		if (part[i] != "SYS")
			text = text "." part[i]
	return spelling[name] = text
}

# Sorts list[2..n]: a handful.
function sort(list, n,   i, k, swap) {
	for (i = 3; i <= n; i++)
		for (k = i; k > 2 && (list[k] "") < (list[k - 1] ""); k--) {
			swap = list[k]
			list[k] = list[k - 1]
			list[k - 1] = swap
		}
}
