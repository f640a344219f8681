#!/bin/bash
# fresh.sh [SUITE [USER]]: runs the README's commands on a bare machine: a root made by debootstrap (default SUITE:
# bookworm) with only git, make and sudo, a bare clone of this commit, `make run` and `make test`, as root or as USER
# with sudo. Needs root and debootstrap. The screens go to standard output. FRESH_ROOT=FOLDER: use the pristine root
# there, which is created if it is missing. FRESH_SETUP=COMMAND: first run this command with the new root as its
# argument, for sites that need certificates or settings. FRESH_SKIP=test: skip the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=${1:-bookworm} user=${2:-root}

# A mount namespace of this process, whose mounts end with it.
[ "${FRESH_INSIDE-}" ] || exec env FRESH_INSIDE=1 unshare --mount --propagation private "$0" "$suite" "$user"

pristine=${FRESH_ROOT:-$(mktemp -d)/$suite}
if [ ! -d "$pristine" ]; then
	debootstrap --variant=minbase --include=git,make,sudo,ca-certificates "$suite" "$pristine" >&2
	${FRESH_SETUP:-true} "$pristine"
fi
root=$(mktemp -d)
trap 'umount -l "$root/proc" "$root/sys" "$root/dev" 2>/dev/null; rm -rf --one-file-system "$root"' EXIT
cp -a "$pristine/." "$root"
mount --bind /proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
git clone --quiet --bare . "$root/srv/gpubench.git"
if [ "$user" != root ]; then
	chroot "$root" useradd --create-home "$user"
	chroot "$root" chown -R "$user" /srv/gpubench.git
	echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
fi

# inside COMMAND: runs in the clone, as the user, on a terminal of 80 columns, with a home and without the environment
# of this process. Prints the final contents of the screen, and their size.
inside() {
	echo "\$ $1"
	local began status=0
	began=$(date +%s)
	TERM=xterm script \
		-qec "stty cols 80 rows 24; chroot '$root' su - '$user' -c 'cd gpubench 2>/dev/null || true; $1'" \
		"$root/screen" \
		>/dev/null </dev/null || status=$?
	sed -i '/^Script \(started\|done\) on/d; s/\r*$//; s/.*\r//; s/\x1b\[[0-9;]*[Km]//g' "$root/screen"
	sed -i '${/^$/d}' "$root/screen"
	cat "$root/screen"
	echo "[exit status $status, $(($(date +%s) - began)) s," \
		"$(wc -l <"$root/screen") lines of up to $(wc -L <"$root/screen") columns]"
	echo
	return $status
}

echo "# $suite, as $user, $(git describe --always --exclude '*'), $(nproc) processors"
echo
inside "git clone -q /srv/gpubench.git gpubench"
inside "make run"
inside "ls results"
[ "${FRESH_SKIP-}" = test ] || inside "make test"
