flags.footprint.default := -Xptxas --compile-as-tools-patch
