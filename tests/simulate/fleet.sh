#!/bin/sh
# fleet.sh FOLDER NODES ROWS SLOW SEED FILE...: make up the result files of a fleet from those of real cards. Each node
# has one GPU and a file of ROWS rows, made from one of the FILEs (the first for two nodes in three, where
# there are several), so that kinds of card differ as real ones do. Values vary by a normal distribution whose standard
# deviation is at least that of ten runs on a real card (0.1 %, of fp32 0.15 %; tests/data/first-kind.csv). SLOW of the
# GPUs have one roof 5 % below what they would have; FOLDER/planted names them: UUID, roof. The same SEED makes the same
# fleet.
set -eu
# Letters and numbers are those of the C locale.
export LC_ALL=C
folder=$1 nodes=$2 rows=$3 slow=$4 seed=$5
shift 5
mkdir -p "$folder"
awk -v folder="$folder" -v nodes="$nodes" -v rows="$rows" -v slow="$slow" -v seed="$seed" '
	# Commas inside quotes become \001 while a line is split.
	function cells(line, cell,   parts, n, i) {
		n = split(line, parts, "\"")
		line = parts[1]
		for (i = 2; i <= n; i++) {
			if (i % 2 == 0)
				gsub(/,/, "\001", parts[i])
			line = line "\"" parts[i]
		}
		return split(line, cell, ",")
	}
	function join(cell, from, to,   i, text) {
		for (i = from; i <= to; i++)
			text = text (i > from ? "," : "") cell[i]
		gsub(/\001/, ",", text)
		return text
	}
	function normal() {
		return sqrt(-2 * log(1 - rand())) * cos(6.28318530718 * rand())
	}
	# A row of a kind: the parts before the host, before the value, and after it.
	function take(   i) {
		columns = cells($0, cell)
		i = ++count[kind]
		before[kind, i] = join(cell, at["job_id"], at["device"])
		middle[kind, i] = join(cell, at["compute_capability"], at["value"] - 1)
		after[kind, i] = join(cell, at["max"] + 1, columns)
		for (v = 0; v < 5; v++)
			value[kind, i, v] = cell[at["value"] + v]
		roof[kind, i] = cell[at["roof"]]
		name = cell[at["gpu_name"]]
		spread[kind, i] = roof[kind, i] == "fp32" ? 0.0015 : 0.001
		if (roof[kind, i] != "" && !(roof[kind, i] in known)) {
			known[roof[kind, i]] = 1
			roofs[++roof_count] = roof[kind, i]
		}
	}
	{ sub(/\r$/, "") }
	FNR == 1 {
		kind = ++kinds
		header[kind] = $0
		n = cells($0, cell)
		for (i = 1; i <= n; i++)
			at[cell[i]] = i
		next
	}
	{ take() }
	END {
		srand(seed)
		while (planted < slow) {
			node = 1 + int(nodes * rand())
			if (node in sick)
				continue
			sick[node] = roofs[1 + int(roof_count * rand())]
			planted++
		}
		for (node = 1; node <= nodes; node++) {
			file = sprintf("%s/node%05d.csv", folder, node)
			uuid = sprintf("GPU-%08x-0000-4000-8000-%012x", seed, node)
			kind = kinds > 1 && rand() < 1 / 3 ? 2 + int((kinds - 1) * rand()) : 1
			start = sprintf("gpubench-1,fleet,%016x%016x,2026-01-01T00:00:00.000Z,node%05d,",
				seed, node, node)
			where = "," name "," uuid ",0000:18:00.0,"
			if (node in sick)
				print uuid, sick[node] >(folder "/planted")
			printf "%s\r\n", header[kind] >file
			for (row = 1; row <= rows; row++) {
				i = 1 + (row - 1) % count[kind]
				# A curve is longer, a roof is set once.
				if (row > count[kind])
					while (roof[kind, i] != "")
						i = 1 + i % count[kind]
				factor = 1 + spread[kind, i] * normal()
				if (roof[kind, i] != "" && roof[kind, i] == sick[node])
					factor *= 0.95
				printf "%s%s%s%s", start, before[kind, i], where, middle[kind, i] >file
				for (v = 0; v < 5; v++)
					if (value[kind, i, v] == "")
						printf "," >file
					else
						printf ",%.9g", value[kind, i, v] * factor >file
				printf ",%s\r\n", after[kind, i] >file
			}
			close(file)
		}
	}' "$@"
