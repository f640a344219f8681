#!/bin/sh
# installed-page.sh PAGE: prints the page in its installed form: links lead to the files under PREFIX, and links to
# files that are not installed become plain text. The page is read as a whole, because the text of a link may continue
# on the next line. ci/install.sh follows every link.
exec sed -zE \
	-e 's#\]\(\.\./harness/gpubench\.h\)#](../../../../include/gpubench.h)#g' \
	-e 's#\]\(\.\./harness/reading/plot/kinds\.h\)#](../../../gpubench/plots/kinds.h)#g' \
	-e 's#\]\(\.\./tests/plugins/skeleton#](../../../gpubench/skeleton#g' \
	-e 's#!?\[([^][]*)\]\((\.\./)?(bench|harness|plots|results|tests|tools|ci)/[^)]*\)#\1#g' "$1"
