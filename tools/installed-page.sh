#!/bin/sh
# installed-page.sh PAGE: prints the page as it is installed: its links lead to the files under PREFIX, and what is not
# installed has its name alone. The page is read whole, as the name of a link may go on in the next line. ci/install.sh
# follows every link.
exec sed -zE \
	-e 's#\]\(\.\./harness/gpubench\.h\)#](../../../../include/gpubench.h)#g' \
	-e 's#\]\(\.\./harness/reading/plot/kinds\.h\)#](../../../gpubench/plots/kinds.h)#g' \
	-e 's#\]\(\.\./tests/plugins/skeleton#](../../../gpubench/skeleton#g' \
	-e 's#!?\[([^][]*)\]\((\.\./)?(bench|harness|plots|results|tests|tools|ci)/[^)]*\)#\1#g' "$1"
