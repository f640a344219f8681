/* gnuplot_rules.c: Landlock rules that let gnuplot write only to its own folder. They are set with direct system calls:
 * glibc has no functions for them, and a build may have headers of an older kernel. */
#include "plot/gnuplot_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Numbers of the kernel's interface (linux/landlock.h, since Linux 5.13), the same on every architecture. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ONLY_VERSION = 1, PATH_BENEATH = 1 };

#define WRITE_FILE UINT64_C(1 << 1)
/* Removing (4, 5) and making files of any kind (6 to 12); a later kernel adds moving (13) and truncating (14). */
#define CHANGE_FOLDERS UINT64_C(0x1ff0)
#define MOVE           UINT64_C(1 << 13)
#define TRUNCATE       UINT64_C(1 << 14)

struct __attribute__((packed)) beneath {
	uint64_t allowed;
	int32_t folder;
};

static int allow(int rules, const char *path, uint64_t what)
{
	const struct beneath rule = { what, open(path, O_PATH | O_CLOEXEC) };
	const int status = rule.folder < 0 || syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0) != 0 ? errno : 0;

	if (rule.folder >= 0)
		close(rule.folder);
	return status;
}

int gb_gnuplot_rules(const char *folder)
{
	const long version = syscall(CREATE_RULESET, NULL, 0, ONLY_VERSION);

	if (version < 1)
		return 0; /* a kernel without it, or with it disabled */
	uint64_t handled = WRITE_FILE | CHANGE_FOLDERS;
	handled |= version >= 2 ? MOVE : 0;
	handled |= version >= 3 ? TRUNCATE : 0;
	const int rules = (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
	if (rules < 0)
		return errno;
	int status = allow(rules, folder, handled);
	if (status == 0)
		status = allow(rules, "/dev/null", handled & (WRITE_FILE | TRUNCATE));
	if (status == 0 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(RESTRICT_SELF, rules, 0) != 0))
		status = errno;
	close(rules);
	return status;
}

bool gb_gnuplot_has_rules(void)
{
	return syscall(CREATE_RULESET, NULL, 0, ONLY_VERSION) >= 1;
}
