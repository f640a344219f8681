# value.awk: works out the expressions of expectations.
# Numbers, names, + - * / ( ) and min(a, b), max(a, b). `rest` is what is still to be read.

function value(text, i,   result) {
	rest = text
	bad = ""
	result = sum()
	if (bad == "" && rest ~ /[^ ]/)
		bad = rest
	if (bad != "")
		wrong(check_line[i], "cannot work out '" text "' at '" bad "'")
	return result
}

function take(token) {
	sub(/^ +/, "", rest)
	if (substr(rest, 1, length(token)) != token)
		return 0
	rest = substr(rest, length(token) + 1)
	return 1
}

function sum(   result) {
	result = product()
	for (;;)
		if (take("+"))
			result += product()
		else if (take("-"))
			result -= product()
		else
			return result
}

function product(   result, by) {
	result = factor()
	for (;;)
		if (take("*"))
			result *= factor()
		else if (take("/")) {
			by = factor()
			result = by ? result / by : 0
		} else
			return result
}

function factor(   result, token) {
	if (take("(")) {
		result = sum()
		expect_token(")")
		return result
	}
	if (take("min("))
		return either(-1)
	if (take("max("))
		return either(1)
	if (match(rest, /^ *[0-9]+(\.[0-9]+)?/)) {
		result = substr(rest, 1, RLENGTH) + 0
		rest = substr(rest, RLENGTH + 1)
		return result
	}
	match(rest, /^ *[A-Za-z_][A-Za-z0-9_.]*/)
	token = substr(rest, 1, RLENGTH)
	gsub(/ /, "", token)
	if (!(token in bound)) {
		bad = bad == "" ? rest " " : bad
		return 0
	}
	rest = substr(rest, RLENGTH + 1)
	return bound[token]
}

function either(sign,   a, b) {
	a = sum()
	expect_token(",")
	b = sum()
	expect_token(")")
	return (a - b) * sign > 0 ? a : b
}

function expect_token(token) {
	if (!take(token) && bad == "")
		bad = rest " "
}
