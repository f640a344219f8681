#!/bin/bash
# fresh.sh [SUITE [USER]]: the README's commands on a machine that has nothing yet: a root made by debootstrap (SUITE is bookworm)
# with git, make and sudo alone, a bare clone of this commit, `make run`, `make test`, as root or as USER with sudo.
# Needs root and debootstrap. What happened goes to standard output, without apt's own lines. FRESH_ROOT=FOLDER: use the
# pristine root there (made when absent). FRESH_SETUP=COMMAND: run with the new root as its argument before anything else,
# for sites that need certificates or settings. FRESH_SKIP=test: without the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=${1:-bookworm} user=${2:-root}

# Mounts of our own, which go when we go.
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

# What apt and pip say of their own work.
quiet() {
	grep --line-buffered -vE '^(Get|Hit|Ign|Fetched|Reading|Building dep|Need to get|After this op|Selecting|\(Reading|Preparing|Unpacking|Setting up|Processing|update-alternatives|debconf|Suggested|Recommended|The following|  [a-z0-9.+-]+( [a-z0-9.+-]+)*$|  (CC|AR|LINK|NVCC) |[0-9]+ upgraded|Updating certificates|Created symlink|Creating|invoke-rc|WARNING: Running pip|Adding|done\.|Running hooks|No schema files|Regenerating)' || true
}

# inside COMMAND: in the clone, as the user, with a home and nothing of our environment.
inside() {
	echo "\$ $1"
	local began status=0
	began=$(date +%s)
	chroot "$root" su - "$user" -c "cd gpubench 2>/dev/null || true; $1" 2>&1 </dev/null | quiet || status=$?
	echo "[exit status $status, $(($(date +%s) - began)) s]"
	echo
	return $status
}

echo "# $suite, as $user, $(git describe --always --exclude '*'), $(nproc) processors"
echo
inside "git clone -q /srv/gpubench.git gpubench"
inside "make run"
inside "ls results"
[ "${FRESH_SKIP-}" = test ] || inside "make test"
