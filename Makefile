# gpubench: the program, its tests, its packages. harness/gpubench.mk builds plug-ins, here and outside the tree.
#
# Settings of this tree:
#   INSTALL=no       `make run` and `make test` install no packages (apt-get, as root or with sudo) and no nvcc (PyPI).
#                    Every other target only reports what is missing; `make deps` installs it.
#   MACHINE=aarch64  builds the host's part for that machine, on a PC
#   PREFIX, LIBDIR   of `make` and `make install`, whose files are placed below DESTDIR

# For another machine, Debian's compiler and the sysroot of `make sysroot` build the host's part; the kernels are those
# of the plain build. MACHINE counts only on the command line, because clusters set such a variable too.
host_machine := $(shell uname -m)
machine := $(or $(if $(findstring command line,$(origin MACHINE)),$(MACHINE)),$(host_machine))
cross := $(filter-out $(host_machine),$(machine))
sysroot := .toolkit-glibc$(cross:%=-%)
# $(call with_sysroot,COMPILER)
with_sysroot = $1 --sysroot=$(sysroot) -B$(sysroot)/usr/lib -L$(sysroot)/usr/lib
ifneq ($(cross),)
KERNELS := $(or $(KERNELS),$(BUILD),build)
BUILD ?= build/$(cross)
override CC := $(call with_sysroot,$(if $(findstring command line,$(origin CC)),$(CC),$(cross)-linux-gnu-gcc))
AR := $(cross)-linux-gnu-ar
# Runs a program of the other machine here.
emulator := qemu-$(cross) -L $(abspath $(sysroot))/run
$(if $(filter run audit audit-gpu deb rpm gallery,$(MAKECMDGOALS)),\
	$(error MACHINE=$(cross): make $(MAKECMDGOALS) works only for this machine, $(host_machine)))
endif
# Not empty if the command line names a toolkit.
toolkit_named := $(findstring command line,$(origin CUDA_HOME) $(origin NVCC))
# base and record are one room each; each folder of a wing is a room.
wings := measuring reading profiling commands
rooms := harness/base harness/record $(wildcard $(wings:%=harness/%/*))

GPUBENCH_BENCHES := $(sort $(dir $(wildcard bench/*/*.c bench/*/*.cu)))
GPUBENCH_IDLE := run test deps uninstall bundle bundle-folder wheel deb rpm sysroot toolkit format check-format \
	cppcheck shellcheck print-%
GPUBENCH_HINT := , or run `make deps`
# Finds "room/file.h", only by quoted names.
gb_find := -iquote harness $(wings:%=-iquote harness/%)
# Writes a checksum into each plug-in. It runs here, whatever machine the plug-in is for.
gb_seal = $(BUILD)/obj/seal
include $(wildcard harness/*/*/*.mk tests/plugins/*/*.mk) harness/gpubench.mk

PREFIX ?= /usr/local
# The folder of plug-ins and gpubench.pc, under PREFIX. The program finds it relative to itself, even after both have
# moved.
LIBDIR ?= $(PREFIX)/lib
libdir := $(subst ^$(PREFIX)/,,^$(LIBDIR))
$(if $(and $(findstring ^,$(libdir)),$(gb_building)),$(error LIBDIR=$(LIBDIR) is not under PREFIX=$(PREFIX)))

# ---- using it --------------------------------------------------------------------------------------------------------

.PHONY: run tests deps gallery reproduce site install uninstall bundle bundle-folder wheel deb rpm sysroot toolkit \
	format lint check-format clang-tidy cppcheck shellcheck unlink

# `make run` and `make test` have three steps. The first installs packages, reports those that it could not install, and
# continues without them if possible. The second shows the build in one line, or all of it with V=1 or -n.
deps = BUILD='$(BUILD)' tools/toolchain/deps.sh
install_missing = $(if $(cross),,$(deps) || [ $$? -lt 128 ])
build = tools/step.sh -w -c '^  [A-Z]+ ' 'Building$1' $(BUILD)/log/build.log $(MAKE) gb_jobs= --no-print-directory
last_archs = $(strip $(or $(file <$(BUILD)/obj/archs),$(file <$(KERNELS)/obj/archs)))

# Without a GPU and without a named toolkit, `make run` needs no toolkit and builds no kernels, but keeps those that
# were built before. The rest of each benchmark is always built, because reading results needs it.
no_gpu = $(shell tools/toolchain/gpu-here.sh || echo yes)
no_kernels = $(if $(toolkit_named)$(wildcard $(BUILD)/obj/harness/*/*/*.fatbin),,$(no_gpu:yes=CUDA_HOME=none))
run: | $(filter-out run test,$(MAKECMDGOALS)) ## install what is missing, build, measure this machine into results/
	@$(no_kernels) $(install_missing)
	+@$(call build,$(if $(no_kernels), without kernels)) $(no_kernels) \
		$(no_gpu:yes=GPUBENCH_ARCHS='$(last_archs)') all
	@results/measure.sh $(BUILD)

# `make test` without ARCHS tests the last build. If there is none, it builds for the GPUs here, or else for one
# architecture: no test needs more, and building all takes four times as long.
archs_here = $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | grep -x '[0-9.]*' | tr -d .)
test: | $(filter-out test,$(MAKECMDGOALS)) ## install what is missing, build, run all tests or T=NAME; SLOWEST=N names N
	@$(install_missing)
	+@$(build) GPUBENCH_ARCHS='$(or $(last_archs),$(sort $(archs_here)),90)' tests
	@tests/run.py $(BUILD) $(SLOWEST:%=--slowest %) $(SAMPLE:%=--sample %) $(cross:%=--emulator '$(emulator)') $T

deps: ## install the packages and, where there is none, the CUDA Toolkit that the build needs
	@$(deps) $(if $(cross),gcc-$(subst _,-,$(cross))-linux-gnu=$(cross)-linux-gnu-gcc qemu-user=qemu-$(cross))
reproduce: all ## measure on this GPU what README and docs claim, compare, and check the rows against physics
	-$(BUILD)/gpubench --all --deep -o $(BUILD)/reproduce.csv
	tools/pages/claims.py $(BUILD)/reproduce.csv
	tests/gpu/physics.py $(BUILD)/reproduce.csv
RESULTS ?= results/h200-sxm/all.csv
gallery: all ## draw the pictures of plots/README.md from the points of RESULTS= (needs gnuplot)
	@plots/gallery.sh $(BUILD) $(RESULTS)
site: all ## make build/site, static pages of docs, gallery, catalogue and results, with MkDocs from PyPI
	@tools/site/site.sh $(BUILD)
# For scripts: the value of a variable, as in `make -s print-NVCC`.
print-%: ; @echo $($*)

# ---- libraries -------------------------------------------------------------------------------------------------------

# All except libcsv have pkg-config files.
packages := hwloc jansson libseccomp sqlite3 zlib
libs := $(if $(cross),,$(shell pkg-config --libs $(packages) 2>/dev/null))
libs := $(or $(libs),-lhwloc -ljansson -lseccomp -lsqlite3 -lz) -lcsv -lm -ldl -lpthread
# The program may use POSIX and GNU extensions; a plug-in is plain C11.
lib_cflags := -D_GNU_SOURCE= $(if $(cross),,$(shell pkg-config --cflags $(packages) 2>/dev/null))
$(eval $(call gb_keep,$(BUILD)/obj/libs.flags,lib_cflags))
# Headers are looked for before every build until all of them are found.
$(gb_flags) $(gb_seal): | $(BUILD)/obj/found
$(BUILD)/obj/found: | $(BUILD)/obj/
	@for h in hwloc csv jansson seccomp sqlite3 zlib $(if $(filter tests,$(MAKECMDGOALS)),cmocka); do \
		echo "#include <$$h.h>" | $(CC) $(CPPFLAGS) $(lib_cflags) -E - >/dev/null 2>&1 || echo $$h.h; done >$@
	@[ ! -s $@ ] || { echo $$(cat $@) "not found: run \`make deps$(cross:%= sysroot MACHINE=%)\`" >&2; exit 1; }

# This toolkit's headers and libraries, in the layouts of NVIDIA, conda and Debian.
ifneq ($(NVCC),)
# nvcc reports its toolkit. The nvcc on the PATH may be a link to ccache, or a script of the HPC SDK.
cuda_home := $(realpath $(shell $(NVCC) --dryrun -x cu -E /dev/null 2>&1 | sed -n 's/^\#\$$ TOP=//p'))
cuda_home := $(or $(cuda_home),$(patsubst %/bin/,%,$(dir $(realpath $(shell command -v $(NVCC))))))
# NVIDIA calls servers with Arm processors sbsa. For a machine other than this one, only files under its name are right.
cuda_target := $(cuda_home)/targets/$(if $(filter aarch64,$(machine)),sbsa,$(machine))-linux
cuda_roots := $(cuda_target) $(cuda_home) $(wildcard $(cuda_home)/targets/*-linux) /usr
cuda_include := $(patsubst %/cuda_runtime_api.h,%,$(firstword $(wildcard $(cuda_roots:%=%/include/cuda_runtime_api.h))))
cudart := $(firstword $(wildcard $(foreach l,$(if $(cross),,lib64 lib) lib/$(machine)-linux-gnu,\
	  $(cuda_roots:%=%/$l/libcudart_static.a)) $(cuda_target)/lib/libcudart_static.a))
$(if $(and $(gb_building),$(if $(and $(cuda_include),$(cudart)),,none)),$(error cuda_runtime_api.h or \
	libcudart_static.a$(cross:%= of %) not found next to $(NVCC): set CUDA_HOME=))
endif

# ---- the program -----------------------------------------------------------------------------------------------------

$(eval $(call gb_keep,$(BUILD)/obj/archs,ARCHS))
all: $(BUILD)/obj/archs

cuda_backend := $(wildcard harness/measuring/device/gpu_cuda*.c)
object = $(patsubst %.c,$(BUILD)/obj/%.o,$1)
backend_object := $(call object,$(if $(NVCC),$(cuda_backend),harness/measuring/device/gpu_none.c))
main_object := $(call object,harness/commands/cli/main.c)
# gpubench-profile performs the commands profile and ab; gpubench itself contains nothing of that wing.
profiler_object := $(call object,harness/profiling/perform/profiler_main.c)
objects := $(call object,$(filter-out %/cli/main.c %/profiler_main.c %/gpu_none.c $(cuda_backend) \
	harness/profiling/inject/%,$(wildcard $(rooms:%=%/*.c))))
measuring_objects = $(filter-out $(BUILD)/obj/harness/profiling/%,$(objects))
# The harness's own kernels are built and embedded like those of a plug-in.
objects += $(BUILD)/obj/harness/measuring/timing/stamp_variants.o
$(eval $(call gb_kernels,stamp,harness/measuring/timing,$(BUILD)/obj/harness/measuring/timing))
# Files that the program prints are embedded: report/page.css is the string gb_file_page_css[], and
# gb_file_page_css_sha256[] is its hash.
embedded := $(wildcard $(foreach e,css js html txt,$(rooms:%=%/*.$e))) third_party/chartjs/chart.js
objects += $(embedded:%=$(BUILD)/obj/%.o)
$(embedded:%=$(BUILD)/obj/%.o): $(BUILD)/obj/%.o: % tools/embed.sh $(gb_flags)
	$(call gb_say,EMBED,$<)tools/embed.sh $< | $(gb_cc) -x c -c -o $@ -

# The kinds of pictures: each file plot/plot_*.c ends with its gb_plot_*, which is listed nowhere else.
plot_kinds := $(sort $(patsubst harness/reading/plot/plot_%.c,%,$(wildcard harness/reading/plot/plot_*.c)))
define plot_table
/* Generated by the Makefile. */
#include "plot/kinds.h"
$(plot_kinds:%=extern const struct gb_plot_kind gb_plot_%;)
const struct gb_plot_kind *const gb_plot_own_kinds[] = { $(plot_kinds:%=&gb_plot_%,) 0 };
endef
$(eval $(call gb_keep,$(BUILD)/obj/harness/reading/plot/own_kinds.c,plot_table))
objects += $(BUILD)/obj/harness/reading/plot/own_kinds.o

$(BUILD)/obj/%.o: %.c $(gb_flags) $(BUILD)/obj/libs.flags
	$(call gb_say,CC,$<)$(gb_cc) $(lib_cflags) $(own) -c -o $@ $<

# CUDA's headers cause warnings with our flags.
cuda_cflags := $(addprefix -isystem ,$(cuda_include))
$(eval $(call gb_keep,$(BUILD)/obj/cuda.flags,cuda_cflags))
$(backend_object): own = $(cuda_cflags)
$(backend_object): $(BUILD)/obj/cuda.flags

# 0.1.0-1a2b3c4[-dirty], or only the number at the tag v0.1.0 without changes, or without a git history.
commit := $(if $(wildcard .git),$(shell git --no-optional-locks describe --always --dirty --exclude '*' 2>/dev/null))
tagged := $(if $(filter-out %-dirty,$(commit)),$(filter v$(file <VERSION),$(shell git tag --points-at HEAD)))
version := $(strip $(file <VERSION))$(if $(tagged),,$(addprefix -,$(commit)))
$(eval $(call gb_keep,$(BUILD)/obj/version,version))
$(BUILD)/obj/harness/base/host.o: own = -DGB_VERSION='"$(version)"'
$(BUILD)/obj/harness/base/host.o: $(BUILD)/obj/version
$(eval $(call gb_keep,$(BUILD)/obj/libdir,libdir))
$(BUILD)/obj/harness/base/folders.o: own = -DGB_LIBDIR='"../$(libdir)"'
$(BUILD)/obj/harness/base/folders.o: $(BUILD)/obj/libdir

# Plug-ins find the functions of gpubench.h in the program.
link_flags := -Wl,--dynamic-list=harness/gpubench.sym
link = $(gb_link) $(link_flags) -o $@ $(filter %.o,$^) $(filter %.a,$^)
# An installed program first looks for libraries in ../lib, where we or a site put them. DT_RPATH, unlike DT_RUNPATH,
# also applies to their dependencies. Whoever can write there can run code, so a build in the tree has no such path.
rpath ?= -Wl,-rpath,'$$ORIGIN/../lib' -Wl,--disable-new-dtags

program_objects := $(main_object) $(backend_object) $(measuring_objects)
program_text = $(gb_link) $(link_flags) $(rpath) $(libs) $(cudart) $(program_objects) $(objects)
$(eval $(call gb_keep,$(BUILD)/obj/program.flags,program_text))
to_install := $(BUILD)/installed/gpubench $(BUILD)/installed/gpubench-profile
$(to_install): private own = $(rpath)
$(BUILD)/gpubench $(BUILD)/installed/gpubench: $(program_objects) $(cudart) harness/gpubench.sym \
		$(BUILD)/obj/program.flags
	$(call gb_say,LINK,$@)$(link) $(own) $(libs) $(if $(cudart),-lrt)
# gpubench-profile links only what it uses; plug-ins need none of that.
$(BUILD)/gpubench-profile $(BUILD)/installed/gpubench-profile: $(profiler_object) $(backend_object) \
		$(BUILD)/obj/harness.a $(cudart)
	$(call gb_say,LINK,$@)$(gb_link) $(own) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(libs) $(if $(cudart),-lrt)
$(to_install): | $(BUILD)/installed/

# The library that profiled programs load. It is next to the program, or when installed next to the folder of plug-ins.
# It uses nothing from the program and exports none of its names. Its patches are embedded like kernels.
inject := $(BUILD)/libgpubench_inject.so
inject_objects := $(call object,$(wildcard harness/profiling/inject/*.c))
$(eval $(call gb_kernels,footprint,harness/profiling/inject,$(BUILD)/obj/harness/profiling/inject))
$(inject_objects): own = -fvisibility=hidden
$(inject): $(inject_objects) $(BUILD)/obj/harness/profiling/inject/footprint_variants.o $(gb_flags)
	$(call gb_say,LINK,$@)$(gb_link) -shared -o $@ $(filter %.o,$^) -ldl -lpthread

all: $(BUILD)/gpubench $(BUILD)/gpubench-profile $(inject)
$(gb_seal): tools/seal/seal.c harness/measuring/plan/seal.[ch] harness/base/error.c harness/base/hash.[ch]
	$(call gb_say,TOOL,$@)$(if $(cross),cc,$(CC)) $(gb_cflags) -D_GNU_SOURCE= $(gb_find) -o $@ $(filter %.c,$^)

# ---- tests -----------------------------------------------------------------------------------------------------------
# All of them use the fake device: each unit program, and the whole program as gpubench-fake.

fake_objects := $(call object,$(wildcard tests/fake/*.c))
# The test of a benchmark is in its folder, and loads the plug-in and its models.
unit_sources := $(wildcard tests/unit/test_*.c bench/*/test_*.c tests/plugins/*/test_*.c)
unit_program = $(patsubst %.c,$(BUILD)/tests/unit/%,$(notdir $1))
unit_tests := $(call unit_program,$(unit_sources))
# In every unit program: the test runner and the host's clock, which a program may replace (tests/unit/host_clock.h).
runner_objects := $(call object,tests/unit/run_tests.c tests/unit/host_clock.c)
# A unit program links the parts of the harness that it uses (without main.c) and the functions that plug-ins may call.
$(BUILD)/obj/harness.a: $(objects) $(BUILD)/obj/program.flags
	$(call gb_say,AR,$@)rm -f $@ && $(AR) rcs $@ $(objects)
plugin_calls := $(shell sed -n 's/^\t\(.*\);$$/-Wl,-u,\1/p' harness/gpubench.sym)
test_objects := $(fake_objects) $(runner_objects) $(call object,$(unit_sources))
$(test_objects): own = -Itests/fake -iquote harness/measuring/fake -iquote tests/unit
$(foreach s,$(unit_sources),$(eval $(call unit_program,$s): $(call object,$s)))
$(unit_tests): $(fake_objects) $(runner_objects) $(BUILD)/obj/harness.a
	$(call gb_say,LINK,$@)$(link) -Wl,--wrap=gb_clock_now -Wl,--wrap=nanosleep $(plugin_calls) $(libs) -lcmocka
$(BUILD)/tests/gpubench-fake: $(main_object) $(measuring_objects) $(fake_objects)
$(BUILD)/tests/gpubench-profile: $(profiler_object) $(fake_objects) $(BUILD)/obj/harness.a
fake_programs := $(BUILD)/tests/gpubench-fake $(BUILD)/tests/gpubench-profile
$(fake_programs):
	$(call gb_say,LINK,$@)$(link) $(libs)
$(unit_tests) $(fake_programs): harness/gpubench.sym $(BUILD)/obj/program.flags

test_folders := $(patsubst %/,%,$(sort $(dir $(wildcard tests/plugins/*/*.c tests/plugins/*/*.cu))))
test_plugins := $(test_folders:%=$(BUILD)/%.so)
$(foreach f,$(test_folders),$(eval $(call gb_rules,$f,tests/plugins)))

# Stand-ins for NVML, CUPTI and Compute Sanitizer, which are found at run time, and a program for libgpubench_inject.so.
library_sources := $(wildcard tests/nvml/fake_*.c tests/cupti/fake_*.c)
fake_libraries := $(patsubst %.c,$(BUILD)/tests/lib%.so,$(notdir $(library_sources)))
cuda_program := $(BUILD)/tests/cuda_program
library_objects := $(call object,$(library_sources) tests/cupti/program.c)
$(library_objects): own = -fvisibility=hidden
$(foreach s,$(library_sources),$(eval $(BUILD)/tests/lib$(basename $(notdir $s)).so: $(call object,$s)))
$(cuda_program): $(call object,tests/cupti/program.c)
$(fake_libraries) $(cuda_program): $(gb_flags)
	$(call gb_say,LINK,$@)$(gb_link) $(if $(filter %.so,$@),-shared,-rdynamic) -o $@ $(filter %.o,$^) -ldl

tests: all $(unit_tests) $(fake_programs) $(fake_libraries) $(cuda_program) $(test_plugins)
$(unit_tests) $(fake_programs) $(fake_libraries) $(cuda_program): | $(BUILD)/tests/unit/

audit: $(BUILD)/obj/harness/measuring/timing/stamp_variants.o
every_object := $(main_object) $(profiler_object) $(backend_object) $(objects) $(inject_objects) \
	$(library_objects) $(test_objects)
$(every_object): | $(sort $(dir $(every_object)))
-include $(every_object:.o=.d)

# ---- distribution ----------------------------------------------------------------------------------------------------

# Quotes a text for the shell, including spaces and quotes.
quoted_prefix = $(subst ','\'',$(DESTDIR)$(PREFIX))
install_sh = EMULATOR='$(emulator)' packaging/install.sh $@ '$(quoted_prefix)' $(libdir) $(BUILD) '$(version)' \
	$(gb_all) $(gb_near.$(BUILD)/plugins)
install: all $(to_install) ## install under PREFIX=/usr/local, LIBDIR=PREFIX/lib (below DESTDIR= if given)
	$(call gb_say,INSTALL,$(quoted_prefix))$(install_sh)
uninstall: ## remove the files of `make install`, and no others
	@$(install_sh)

bundle_name := gpubench-$(version)-linux-$(machine)
bundle := $(BUILD)/bundle/$(bundle_name)
# For any Linux with glibc 2.28 and later: the other libraries are inside (tools/toolchain/sysroot.sh). One program
# serves V100 to Blackwell with drivers of 525 and later, and needs the CUDA 12.9 toolkit for that (docs/toolchains.md).
portable = $(if $(toolkit_named),,CUDA_HOME=.toolkit-12.9 BUILD=$(BUILD)/12.9 KERNELS=$(KERNELS)/12.9) \
	$(if $(cross),,CC='$(call with_sysroot,$(CC))')
bundle: bundle-folder ## make build/gpubench-<version>-linux-<machine>.tar.gz for any Linux, with CUDA 12.9 by default
	$(call gb_say,TAR,$(bundle_name).tar.gz)tar -C $(bundle)/.. -czf $(BUILD)/$(bundle_name).tar.gz $(bundle_name)
bundle-folder: $(if $(toolkit_named),,toolkit) sysroot
	@rm -rf $(BUILD)/bundle $(if $(cross),$(if $(toolkit_named),,&& tools/toolchain/cudart.sh $(machine)))
	@$(MAKE) --no-print-directory install $(portable) DESTDIR= PREFIX='$(bundle)' LIBDIR='$(bundle)/lib'
	@cp -r $(sysroot)/doc/. $(bundle)/share/doc/gpubench/licenses
	@ln -s share/doc/gpubench/README.md share/doc/gpubench/LICENSE $(bundle)
wheel: bundle-folder ## make build/gpubench_cuda-<version>-py3-none-manylinux_2_28_<machine>.whl from the same files
	$(call gb_say,WHEEL,$(BUILD))packaging/wheel.sh $(bundle) $(version) $(BUILD)

# With the toolkit of this build, and the libraries of this system.
archs_named := $(if $(filter command line,$(origin ARCHS)),$(ARCHS))
deb: ## make a Debian package, with the CUDA Toolkit found here, if any
	$(call gb_say,DEB,$(BUILD))packaging/deb.sh '$(version)' $(BUILD) '$(abspath $(NVCC))' '$(archs_named)'
rpm: sysroot $(if $(toolkit_named),,toolkit) ## make an RPM for RHEL 8, SLES 15 SP3 and later, as for a bundle
	$(call gb_say,RPM,$(BUILD))packaging/rpm.sh '$(version)' $(BUILD) '$(call with_sysroot,$(CC))' $(sysroot) \
		'$(abspath $(if $(toolkit_named),$(NVCC),.toolkit-12.9/bin/nvcc))' '$(archs_named)'
sysroot: $(filter deps,$(MAKECMDGOALS)) ## make the sysroot of `make bundle` from packages of PyPI and Debian
	@tools/toolchain/sysroot.sh $(machine)
toolkit: .toolkit-12.9/bin/nvcc ## install the CUDA Toolkit of `make bundle` from PyPI
.toolkit-12.9/bin/nvcc: tools/nvrtc/nvcc.py tools/toolchain/toolkit.sh $(wildcard tools/toolchain/pins/*)
	$(call gb_say,TAKE,.toolkit-12.9)tools/toolchain/toolkit.sh 12.9

# ---- keeping it tidy -------------------------------------------------------------------------------------------------

lint_flags = $(gb_find) -Itests/fake -iquote harness/measuring/fake -iquote tests/unit -DGB_VERSION={0}
format: ## clang-format every source
lint: clang-tidy cppcheck shellcheck ## look for faults without running anything
clang-tidy: ## run clang-tidy, with SAMPLE=N on one in N of the tests and a sixth of the rest, chosen by the commit
format check-format clang-tidy cppcheck shellcheck:
	@SAMPLE='$(SAMPLE)' ci/lint.sh $@ $(lint_flags) $(lib_cflags) $(cuda_cflags)
# The link of `make run`.
clean: unlink
unlink: ; $(if $(filter $(BUILD)/%,$(shell readlink gpubench)),rm gpubench)
