#!/bin/sh
# embed.sh FILE: prints C source that defines gb_file_<name>, the bytes of FILE and a terminating 0, and
# gb_file_<name>_sha256, the SHA-256 of FILE in base64, the form that a Content-Security-Policy needs. Dots and dashes
# of the name become underscores.
set -eu
name=gb_file_$(basename "$1" | tr '.-' '__')
# Three hex digits become two base64 digits; two zeros pad the last three.
hash=$(sha256sum "$1" | awk '{
	hex = "0123456789abcdef"
	digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	sum = substr($1, 1, 64) "00"
	for (i = 1; i <= 66; i += 3) {
		bits = 0
		for (j = 0; j < 3; j++)
			bits = 16 * bits + index(hex, substr(sum, i + j, 1)) - 1
		text = text substr(digits, int(bits / 64) + 1, 1) substr(digits, bits % 64 + 1, 1)
	}
	print substr(text, 1, 43) "="
}')
cat <<SOURCE
extern const char at[];
__asm__(".section .rodata\n.globl $name\n$name:\n.incbin \"$1\"\n.byte 0\n"
	".globl ${name}_sha256\n${name}_sha256:\n.asciz \"$hash\"\n.previous");
SOURCE
