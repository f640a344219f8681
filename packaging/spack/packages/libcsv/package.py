"""Spack recipe for libcsv, which Spack lacks."""
from spack.package import *


class Libcsv(AutotoolsPackage):
    """Small, simple and fast library that reads and writes CSV."""

    homepage = "https://sourceforge.net/projects/libcsv/"
    url = "https://downloads.sourceforge.net/project/libcsv/libcsv/libcsv-3.0.3/libcsv-3.0.3.tar.gz"

    license("LGPL-2.1-or-later")

    # Spack requires a checksum, which `spack checksum libcsv` prints.
    version("3.0.3")
