"""Spack recipe for gpubench."""
from spack.package import *


class Gpubench(MakefilePackage, CudaPackage):
    """Measures the real performance of an NVIDIA GPU or a host's processors: roofs with their intervals, clocks and
    limits."""

    # Insert the address of the project when using this recipe.
    homepage = "https://example.org/gpubench"
    git = "https://example.org/gpubench.git"

    license("Apache-2.0")

    version("main", branch="main")
    version("0.2.0", tag="v0.2.0")

    variant("cuda", default=True, description="Kernels for GPUs; otherwise only the host's processors")
    variant("gnuplot", default=True, description="Pictures")

    depends_on("c", type="build")
    depends_on("gmake@4.3:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hwloc@2:")
    depends_on("jansson@2.10:")
    depends_on("libcsv@3:")
    depends_on("libseccomp")
    depends_on("sqlite@3:")
    depends_on("zlib-api")
    depends_on("gnuplot", type="run", when="+gnuplot")
    depends_on("cuda@11.8:", type="build", when="+cuda")

    def edit(self, spec, prefix):
        pass

    def settings(self):
        """Settings for make. Without cuda_arch, its default architectures are built."""
        args = ["V=1", f"PREFIX={self.prefix}", "CC=" + spack_cc]
        if not self.spec.satisfies("+cuda"):
            return args + ["CUDA_HOME=none"]
        args.append(f"CUDA_HOME={self.spec['cuda'].prefix}")
        archs = [arch for arch in self.spec.variants["cuda_arch"].value if arch != "none"]
        return args + (["ARCHS=" + " ".join(archs)] if archs else [])

    def build(self, spec, prefix):
        make(*self.settings())

    def install(self, spec, prefix):
        make("install", *self.settings())

    def test_list(self):
        """The benchmarks are found"""
        which(self.prefix.bin.gpubench)("--list")
