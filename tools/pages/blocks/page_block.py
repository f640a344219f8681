"""The block of a page that a script makes: <!-- made by SCRIPT --> to <!-- end -->."""
import re


def put(page, script, text):
    """Return the page with this text in the script's block, and whether it has one."""
    block = re.compile(rf"(<!-- made by {re.escape(script)} -->\n).*?(<!-- end -->)", re.S)
    page, count = block.subn(lambda match: match[1] + text + match[2], page)
    return page, count == 1
