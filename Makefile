# gpubench. `make help` lists the targets and the settings; harness/gpubench.mk, included first, builds plug-ins.

# Set if a toolkit was selected; otherwise packages for any machine use their own.
toolkit_named := $(findstring command line,$(origin CUDA_HOME) $(origin NVCC))
GPUBENCH_IDLE := help deps reference site toolkit cudart sysroot bundle bundle-folder wheel deb rpm print-% format \
	check-format cppcheck shellcheck \
	uninstall fuzz
GPUBENCH_BENCHES := $(sort $(dir $(wildcard bench/*/*.c bench/*/*.cu)))

# MACHINE=aarch64 on a PC builds the host's part for that machine, with Debian's compiler for it and the sysroot of
# `make sysroot`. Kernels are the same on both: those of the plain build are used. Only the command line counts, as
# clusters set MACHINE too.
host_machine := $(shell uname -m)
machine := $(or $(if $(findstring command line,$(origin MACHINE)),$(MACHINE)),$(host_machine))
cross := $(filter-out $(host_machine),$(machine))
sysroot := .toolkit-glibc$(cross:%=-%)
# $(call with_sysroot,COMPILER,FOLDER)
with_sysroot = $1 --sysroot=$2 -B$2/usr/lib -L$2/usr/lib
ifneq ($(cross),)
ifeq ($(origin KERNELS),undefined)
KERNELS := $(or $(BUILD),build)
endif
BUILD ?= build/$(cross)
cross_cc := $(if $(findstring command line,$(origin CC)),$(CC),$(cross)-linux-gnu-gcc)
override CC := $(call with_sysroot,$(cross_cc),$(sysroot))
AR := $(cross)-linux-gnu-ar
ifneq ($(filter run audit audit-gpu deb rpm gallery,$(MAKECMDGOALS)),)
$(error MACHINE=$(cross): make $(MAKECMDGOALS) is for this machine, $(host_machine))
endif
# The command that runs a program for that machine on this one.
emulator := qemu-$(cross) -L $(abspath $(sysroot))/run
endif

# `make test` without ARCHS tests the last build. If there is none, it builds for the GPUs here, or else for one
# architecture: no test needs more, and building all takes four times as long.
ifeq ($(MAKECMDGOALS),test)
gpus_here := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | \
	grep -x '[0-9.]*' | tr -d . | sort -u)
# Determined once, as the build changes it.
GPUBENCH_ARCHS = $(eval GPUBENCH_ARCHS := $(or $(strip $(file <$(archs_built))),$(strip $(file <$(KERNELS)/obj/archs)),\
	$(if $(wildcard $(KERNELS)/plugins),$(gb_archs)),$(gpus_here),90))$(GPUBENCH_ARCHS)
endif
archs_built = $(BUILD)/obj/archs
# `make run` measures GPUs if there are any. Otherwise it needs no toolkit, builds no kernels, and keeps those that were
# built before, unless a toolkit is selected. The rest of each benchmark is always built: reading results needs it.
no_gpu := $(if $(filter run,$(MAKECMDGOALS)),$(shell tools/toolchain/gpu-here.sh || echo yes))
ifneq ($(and $(no_gpu),$(if $(toolkit_named)$(wildcard $(or $(BUILD),build)/obj/harness/measure/*.fatbin),,none)),)
CUDA_HOME := none
else ifneq ($(no_gpu),)
GPUBENCH_ARCHS = $(strip $(file <$(archs_built)))
endif
# "room/file.h", only for quoted names.
gb_find := -iquote harness
# The tool that writes its checksum into each plug-in. It runs here, whatever machine the plug-in is for.
gb_seal = $(BUILD)/obj/seal
include harness/gpubench.mk

seal_sources := tools/seal/seal.c harness/plan/seal.c harness/base/error.c harness/base/hash.c
$(gb_seal): $(seal_sources) harness/plan/seal.h harness/base/hash.h | $(BUILD)/obj/
	$(call gb_say,TOOL,$@)$(if $(cross),cc,$(CC)) $(gb_cflags) -D_GNU_SOURCE= $(gb_find) -o $@ $(seal_sources)

PREFIX ?= /usr/local
# The folder for plug-ins and gpubench.pc, which depend on the architecture. The program finds them from its own folder,
# so both must be passed to `make` as well as `make install`. It is under PREFIX, so that the installation can be moved.
LIBDIR ?= $(PREFIX)/lib
libdir := $(subst ^$(PREFIX)/,,^$(LIBDIR))
ifneq ($(and $(findstring ^,$(libdir)),$(gb_building)),)
$(error LIBDIR=$(LIBDIR) is not under PREFIX=$(PREFIX))
endif
# All except libcsv have pkg-config files.
packages := hwloc jansson libseccomp sqlite3 zlib
libs := $(or $(if $(cross),,$(shell pkg-config --libs $(packages) 2>/dev/null)),\
	-lhwloc -ljansson -lseccomp -lsqlite3 -lz) -lcsv -lm -ldl -lpthread
# The program is free to use POSIX and GNU; a plug-in is plain C11.
lib_cflags := -D_GNU_SOURCE= $(if $(cross),,$(shell pkg-config --cflags $(packages) 2>/dev/null))

# ---- prerequisites ---------------------------------------------------------------------------------------------------

# $(call has,HEADER)
has = $(shell $(CC) $(CPPFLAGS) $(lib_cflags) -E -include $1 -x c /dev/null >/dev/null 2>&1 && echo yes)
headers := hwloc.h csv.h jansson.h seccomp.h sqlite3.h zlib.h $(if $(filter test tests,$(MAKECMDGOALS)),cmocka.h)
ifneq ($(gb_building),)
missing := $(strip $(foreach h,$(headers),$(if $(call has,$h),,$h)))
endif

INSTALL ?= yes
get_deps := BUILD='$(BUILD)' INSTALL='$(INSTALL)' tools/toolchain/deps.sh
# `make run` and `make test` install what is missing, and announce it: make remakes an included file first, even with
# -n, and then reads everything again. MAKE_RESTARTS is set that second time: if something could not be installed, with
# the reason on the screen, the build continues without it if possible.
wanted := $(missing) $(if $(NVCC)$(filter none,$(CUDA_HOME))$(no_gpu),,nvcc) $(if $(shell command -v gnuplot),,gnuplot)
ifneq ($(and $(if $(cross),,$(filter run test,$(MAKECMDGOALS))),$(strip $(wanted)),\
	$(if $(MAKE_RESTARTS)$(gb_only_shown),,first)),)
include $(BUILD)/deps.tried
$(BUILD)/deps.tried: gb_force
	@trap 'exit 130' INT; \
	$(if $(no_gpu),CUDA_HOME=none) $(get_deps) || [ $$? -lt 128 ] && mkdir -p $(BUILD) && touch $@
else ifneq ($(and $(missing),$(MAKE_RESTARTS)),)
$(error packages that the build needs are missing, see above)
else ifneq ($(missing),)
$(error $(missing) not found: run `make deps$(if $(cross), sysroot MACHINE=$(cross))`)
else ifeq ($(NVCC)$(if $(gb_building),,idle),)
no_kernels := $(if $(filter none,$(CUDA_HOME)),CUDA_HOME=none,no CUDA Toolkit found (`make deps` installs one))
$(info Building without kernels: $(if $(no_gpu),there is no GPU here,$(no_kernels)))
endif

# $(call built,GOAL,TARGETS): builds the targets before `make run` or `make test` continues. A separate make builds them
# and shows one line (tools/step.sh). With V=1, or with other goals that might build the same at the same time, they are
# plain prerequisites.
in_one_line := $(if $(gb_only_shown)$V$(word 2,$(MAKECMDGOALS)),,$(filter run test,$(MAKECMDGOALS)))
built = $(if $(filter $1,$(in_one_line)),built$(eval to_build := $2),$2)
build_it = $(MAKE) gb_jobs= --no-print-directory ARCHS='$(ARCHS)' $(to_build)
# The amount of work is determined only if nothing is built: that takes another start of make.
to_do = $(if $(wildcard $(BUILD)/gpubench),,-n $$($(build_it) -n | grep -c "^printf '  %"))
.PHONY: built
built:
	+@exec tools/step.sh -w -c '^  [A-Z]+ ' $(to_do) Building $(BUILD)/log/build.log $(build_it)

$(eval $(call gb_keep,$(archs_built),ARCHS))
all: $(archs_built)

# ---- the program -----------------------------------------------------------------------------------------------------

# The folders of this toolkit's headers and libraries: NVIDIA's own layout, conda's, Debian's.
ifneq ($(NVCC),)
cuda_home := $(patsubst %/bin/,%,$(dir $(realpath $(shell command -v $(NVCC)))))
# NVIDIA calls servers with Arm processors sbsa. For another machine than this one, only files under its name are right.
cuda_target := $(cuda_home)/targets/$(if $(filter aarch64,$(machine)),sbsa,$(machine))-linux
cuda_roots := $(cuda_target) $(cuda_home) $(wildcard $(cuda_home)/targets/*-linux) /usr
cuda_include := $(patsubst %/cuda_runtime_api.h,%,\
	$(firstword $(wildcard $(addsuffix /include/cuda_runtime_api.h,$(cuda_roots)))))
cudart := $(firstword $(wildcard $(foreach l,$(if $(cross),,lib64 lib) lib/$(machine)-linux-gnu,\
	  $(addsuffix /$l/libcudart_static.a,$(cuda_roots))) $(cuda_target)/lib/libcudart_static.a))
ifneq ($(gb_building),)
ifeq ($(and $(cuda_include),$(cudart)),)
$(error cuda_runtime_api.h or libcudart_static.a$(cross:%= of %) not found next to $(NVCC): set CUDA_HOME=)
endif
endif
endif

cuda_backend := $(wildcard harness/device/gpu_cuda*.c)
backends := $(cuda_backend) harness/device/gpu_none.c
backend := $(if $(NVCC),$(cuda_backend),harness/device/gpu_none.c)
object = $(patsubst %.c,$(BUILD)/obj/%.o,$1)
backend_object := $(call object,$(backend))
main_object := $(call object,harness/cli/main.c)
inject_sources := $(wildcard harness/inject/*.c)
objects := $(call object,$(filter-out $(backends) $(inject_sources) harness/cli/main.c,$(wildcard harness/*/*.c)))
# The harness's own kernels are built and embedded like those of a plug-in.
objects += $(BUILD)/obj/harness/measure/stamp_variants.o
$(eval $(call gb_kernels,stamp,harness/measure,$(BUILD)/obj/harness/measure))
# Files that the program prints are embedded: report/page.css is `extern const char gb_file_page_css[]`, terminated by a
# 0, and gb_file_page_css_sha256[] is its hash.
embedded := $(wildcard $(foreach e,css js html txt,harness/*/*.$e))
objects += $(embedded:%=$(BUILD)/obj/%.o)
$(embedded:%=$(BUILD)/obj/%.o): $(BUILD)/obj/%.o: % tools/embed.sh $(gb_flags)
	$(call gb_say,EMBED,$<)tools/embed.sh $< | $(gb_cc) -x c -c -o $@ -

# The pictures of roofs: each file plot/plot_*.c ends with its gb_plot_*, which is listed nowhere else.
plot_kinds := $(patsubst harness/plot/plot_%.c,%,$(wildcard harness/plot/plot_*.c))
define plot_table
/* Generated by the Makefile. */
#include "plot/kinds.h"
$(foreach k,$(sort $(plot_kinds)),extern const struct gb_plot_kind gb_plot_$k;)
const struct gb_plot_kind *const gb_plot_own_kinds[] = { $(foreach k,$(sort $(plot_kinds)),&gb_plot_$k,) 0 };
endef
plot_list := $(BUILD)/obj/harness/plot/own_kinds
$(eval $(call gb_keep,$(plot_list).c,plot_table))
objects += $(plot_list).o
$(plot_list).o: $(plot_list).c $(gb_flags)
	$(call gb_say,CC,$<)$(gb_cc) -c -o $@ $<

$(eval $(call gb_keep,$(BUILD)/obj/libs.flags,lib_cflags))
$(BUILD)/obj/%.o: %.c $(gb_flags) $(BUILD)/obj/libs.flags
	$(call gb_say,CC,$<)$(gb_cc) $(lib_cflags) $(own) -c -o $@ $<

# CUDA's headers cause warnings with our flags.
cuda_cflags := $(addprefix -isystem ,$(cuda_include))
$(eval $(call gb_keep,$(BUILD)/obj/cuda.flags,cuda_cflags))
$(backend_object): own = $(cuda_cflags)
$(backend_object): $(BUILD)/obj/cuda.flags

# 0.1.0-1a2b3c4[-dirty]; only the number at the tag v0.1.0 without changes, and without a git history.
plain_version := $(strip $(file <VERSION))
commit := $(if $(wildcard .git),$(shell git --no-optional-locks describe --always --dirty --exclude '*' 2>/dev/null))
tagged := $(strip $(if $(filter-out %-dirty,$(commit)),\
	$(filter v$(plain_version),$(shell git tag --points-at HEAD 2>/dev/null))))
version := $(plain_version)$(if $(tagged),,$(addprefix -,$(commit)))
$(eval $(call gb_keep,$(BUILD)/obj/version,version))
$(BUILD)/obj/harness/base/host.o: own = -DGB_VERSION='"$(version)"'
$(BUILD)/obj/harness/base/host.o: $(BUILD)/obj/version

libdir_from_bin := ../$(libdir)
$(eval $(call gb_keep,$(BUILD)/obj/libdir,libdir_from_bin))
$(BUILD)/obj/harness/base/folders.o: own = -DGB_LIBDIR='"$(libdir_from_bin)"'
$(BUILD)/obj/harness/base/folders.o: $(BUILD)/obj/libdir

# Plug-ins find the functions of gpubench.h in the program.
link_flags := -Wl,--dynamic-list=harness/gpubench.sym
# For installed or distributed programs: libraries that we or a site put into ../lib are found first. DT_RPATH, unlike
# DT_RUNPATH, also applies to their own dependencies. Anyone who can write there can run code, so a build in the
# tree has none.
rpath ?= -Wl,-rpath,'$$ORIGIN/../lib' -Wl,--disable-new-dtags
link = $(gb_link) $(link_flags) -o $@ $(filter %.o,$^) $(filter %.a,$^)

program_objects := $(main_object) $(backend_object) $(objects)
program_text = $(gb_link) $(link_flags) $(rpath) $(libs) $(cudart) $(program_objects)
$(eval $(call gb_keep,$(BUILD)/obj/program.flags,program_text))
$(BUILD)/gpubench: $(program_objects) $(cudart) harness/gpubench.sym $(BUILD)/obj/program.flags
	$(call gb_say,LINK,$@)$(link) $(libs) $(if $(cudart),-lrt)
to_install := $(BUILD)/installed/gpubench
$(to_install): $(program_objects) $(cudart) harness/gpubench.sym $(BUILD)/obj/program.flags | $(BUILD)/installed/
	$(call gb_say,LINK,$@)$(link) $(rpath) $(libs) $(if $(cudart),-lrt)

all: $(BUILD)/gpubench

# The library that a profiled program loads: it is next to the program, or when installed next to the folder of
# plug-ins. It uses nothing from the program, and exports none of its names.
inject := $(BUILD)/libgpubench_inject.so
inject_objects := $(call object,$(inject_sources))
# Its patches are embedded like kernels.
inject_patches := $(BUILD)/obj/harness/inject/footprint_variants.o
$(eval $(call gb_kernels,footprint,harness/inject,$(BUILD)/obj/harness/inject))
$(inject_objects): own = -fvisibility=hidden
$(inject): $(inject_objects) $(inject_patches) $(gb_flags)
	$(call gb_say,LINK,$@)$(gb_link) -shared -o $@ $(filter %.o,$^) -ldl -lpthread

all: $(inject)

# ---- tests -----------------------------------------------------------------------------------------------------------
# Over the fake device: each unit program, and the whole program as gpubench-fake.

fake_objects := $(call object,$(wildcard tests/fake/*.c))
# The test of a benchmark is in its folder.
unit_sources := $(wildcard tests/unit/test_*.c bench/*/test_*.c tests/plugins/*/test_*.c)
unit_objects := $(call object,$(unit_sources))
# They run the benchmark's models.
models_near = $(call object,$(wildcard $(dir $1)*.model.c))
model_objects := $(sort $(foreach s,$(unit_sources),$(call models_near,$s)))
# The host's clock, which a unit program may replace: tests/unit/host_clock.h.
clock_object := $(call object,tests/unit/host_clock.c)
wrapped := -Wl,--wrap=gb_clock_now -Wl,--wrap=nanosleep
unit_tests := $(patsubst %.c,$(BUILD)/tests/unit/%,$(notdir $(unit_sources)))
test_plugins := $(call gb_plugins,$(sort $(dir $(wildcard tests/plugins/*/*.c tests/plugins/*/*.cu))),tests/plugins)

$(fake_objects) $(unit_objects) $(model_objects) $(clock_object): own = -Itests/fake \
	-iquote harness/fake -iquote tests/unit
tests_text = $(program_text) $(fake_objects) $(clock_object) $(wrapped)
$(eval $(call gb_keep,$(BUILD)/obj/tests.flags,tests_text))

# A unit program links what it uses from the harness (without main.c), and what plug-ins may call.
$(BUILD)/obj/harness.a: $(objects) $(BUILD)/obj/program.flags
	$(call gb_say,AR,$@)rm -f $@ && $(AR) rcs $@ $(objects)
plugin_calls := $(shell sed -n 's/^\t\(.*\);$$/-Wl,-u,\1/p' harness/gpubench.sym)

$(foreach s,$(unit_sources),$(eval $(BUILD)/tests/unit/$(basename $(notdir $s)): $(call object,$s) \
	$(call models_near,$s)))
$(unit_tests): $(fake_objects) $(clock_object) $(BUILD)/obj/harness.a
	$(call gb_say,LINK,$@)$(link) $(wrapped) $(plugin_calls) $(libs) -lcmocka
$(BUILD)/tests/gpubench-fake: $(main_object) $(objects) $(fake_objects)
	$(call gb_say,LINK,$@)$(link) $(libs)
$(unit_tests) $(BUILD)/tests/gpubench-fake: harness/gpubench.sym $(BUILD)/obj/tests.flags | $(BUILD)/tests/unit/

# NVML, CUPTI and Compute Sanitizer as they are found at run time, and a program for libgpubench_inject.so.
fake_libraries := $(BUILD)/tests/libfake_nvml.so $(BUILD)/tests/libfake_cupti.so $(BUILD)/tests/libfake_sanitizer.so
cuda_program := $(BUILD)/tests/cuda_program
library_objects := $(call object,$(wildcard tests/nvml/*.c tests/cupti/*.c))
$(library_objects): own = -fvisibility=hidden
$(BUILD)/tests/libfake_nvml.so: $(BUILD)/obj/tests/nvml/fake_nvml.o
$(BUILD)/tests/libfake_cupti.so: $(BUILD)/obj/tests/cupti/fake_cupti.o
$(BUILD)/tests/libfake_sanitizer.so: $(BUILD)/obj/tests/cupti/fake_sanitizer.o
$(fake_libraries): $(gb_flags)
	$(call gb_say,LINK,$@)$(gb_link) -shared -o $@ $(filter %.o,$^)
$(cuda_program): $(BUILD)/obj/tests/cupti/program.o $(gb_flags)
	$(call gb_say,LINK,$@)$(gb_link) -rdynamic -o $@ $(filter %.o,$^) -ldl
$(fake_libraries) $(cuda_program): | $(BUILD)/tests/unit/

.PHONY: tests test
tests: all $(unit_tests) $(BUILD)/tests/gpubench-fake $(test_plugins) $(fake_libraries) $(cuda_program)

test: $(call built,test,tests) ## install what is missing, build, and run every test, or T=NAME: a unit \
	program, a script, a benchmark's folder; SLOWEST=N names N
	@tests/run.py $(BUILD) $(if $(SLOWEST),--slowest $(SLOWEST)) $(if $(SAMPLE),--sample $(SAMPLE)) \
		$(if $(cross),--emulator '$(emulator)') $T

.PHONY: sanitize-gpu peers-gpu
audit: $(BUILD)/obj/harness/measure/stamp_variants.o

RESULTS ?= results/h200-sxm/all.csv

.PHONY: fuzz
SECONDS ?= 5
fuzz: ## fuzz every reader of input, for SECONDS= each
	@BUILD=$(BUILD)/fuzz tests/fuzz/run.sh $(SECONDS)

sanitize-gpu: all ## run every kernel under compute-sanitizer, on a GPU
	@tests/gpu/sanitize.sh $(BUILD)

peers-gpu: all ## compare with other benchmarks, whose programs are in the folder PEERS=, on a GPU
	@tests/gpu/peers.py $(BUILD) $(PEERS)

every_object := $(program_objects) $(inject_objects) $(library_objects) $(fake_objects) $(unit_objects) \
	$(model_objects) $(clock_object)
$(every_object): | $(sort $(dir $(every_object)))
-include $(every_object:.o=.d)

# ---- using it --------------------------------------------------------------------------------------------------------

.PHONY: run deps gallery reference site
run: $(call built,run,all) ## install what is missing, build, and measure every GPU here, or else this host's \
	processors, into results/<host>-<time>.csv
	@results/measure.sh $(BUILD)

gallery: all ## draw the pictures of plots/README.md from the points of RESULTS= (needs gnuplot)
	@plots/gallery.sh $(BUILD) $(RESULTS)

site: ## make build/site, static pages of docs, gallery, catalogue and results, with MkDocs from PyPI
	@tools/site/site.sh $(BUILD)

FILES ?=
reference: ## make build/reference.csv of FILES=, results of healthy GPUs, for `gpubench check` and `compare --baseline`
	@mkdir -p $(BUILD) && results/reference.py $(FILES) >$(BUILD)/reference.csv

deps: ## install the packages and, where there is none, the CUDA Toolkit that the build needs
	@$(get_deps) $(if $(cross),gcc-$(subst _,-,$(cross))-linux-gnu=$(cross)-linux-gnu-gcc qemu-user=qemu-$(cross))

# For scripts: the value of a variable, as in `make -s print-NVCC`.
print-%:
	@echo $($*)

# ---- distribution ----------------------------------------------------------------------------------------------------

.PHONY: install uninstall toolkit cudart sysroot bundle bundle-folder wheel deb rpm

# The installed files, by folder under PREFIX; both install and uninstall use these lists.
pages := $(addprefix $(BUILD)/share/doc/,README.md $(wildcard docs/*.md))
completions := $(addprefix $(BUILD)/share/,gpubench gpubench.fish _gpubench)
made := $(to_install) $(BUILD)/share/gpubench.1 $(BUILD)/share/gpubench.pc $(completions) $(pages)
in.bin := $(to_install)
in.include := harness/gpubench.h harness/gpubench_declared.h harness/gpubench_model.h harness/gpubench_peaks.h \
	harness/gpubench_report.h harness/gpubench_tensor.h
in.$(libdir)/gpubench/plugins := $(gb_all) $(filter $(BUILD)/plugins/%,$(gb_pictures))
in.$(libdir)/gpubench := $(inject)
# It contains the folder of this architecture's plug-ins, so it is not in share/pkgconfig.
in.$(libdir)/pkgconfig := $(BUILD)/share/gpubench.pc
in.share/bash-completion/completions := $(BUILD)/share/gpubench
in.share/fish/vendor_completions.d := $(BUILD)/share/gpubench.fish
in.share/zsh/site-functions := $(BUILD)/share/_gpubench
in.share/doc/gpubench := $(filter %/README.md,$(pages)) CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE
in.share/doc/gpubench/docs := $(filter-out %/README.md,$(pages))
in.share/doc/gpubench/docs/cluster := $(wildcard docs/cluster/*)
in.share/gpubench := harness/gpubench.mk tools/new.sh
in.share/gpubench/audit := $(filter-out %/gate.py %/test_parts.py,$(wildcard tests/audit/*.py)) \
	$(wildcard tests/audit/disasm*.txt)
in.share/gpubench/common := $(wildcard bench/common/*.h)
in.share/gpubench/gpu := tests/gpu/audit_counters.py tests/gpu/counters.py tests/gpu/sanitize.sh
in.share/gpubench/plots := $(wildcard plots/*.gp) harness/plot/kinds.h
in.share/gpubench/shared := $(wildcard tests/shared/*.py tests/shared/*.awk)
in.share/gpubench/templates := $(wildcard harness/export/templates/*)
in.share/gpubench/shuffle := tests/plugins/shuffle/shuffle.cu
in.share/gpubench/skeleton := $(filter-out %/test_skeleton.c,$(wildcard tests/plugins/skeleton/*))
in.share/gpubench/reference := $(wildcard results/reference/*.csv)
in.share/man/man1 := $(BUILD)/share/gpubench.1
install_folders := $(foreach f,$(patsubst in.%,%,$(filter in.%,$(.VARIABLES))),$(if $(in.$f),$f))
# Folders of ours only; uninstall removes them unless they contain something else. The innermost come first.
own_folders := $(libdir)/gpubench/plugins $(libdir)/gpubench \
	$(addprefix share/gpubench/,audit common gpu plots reference shared shuffle skeleton templates) \
	share/gpubench share/doc/gpubench/docs/cluster \
	share/doc/gpubench/docs share/doc/gpubench

# The benchmarks in the page are those of this build.
$(BUILD)/share/gpubench.1: $(BUILD)/gpubench $(gb_all) | $(BUILD)/share/
	$(call gb_say,MAN,$@)env -u GPUBENCH_PLUGIN_PATH $(emulator) $(BUILD)/gpubench --man >$@
pc_to_prefix = $(subst $() ,/,$(patsubst %,..,$(subst /, ,$(libdir)/pkgconfig)))
$(BUILD)/share/gpubench.pc: harness/gpubench.pc.in $(BUILD)/obj/version $(BUILD)/obj/libdir | $(BUILD)/share/
	$(call gb_say,PC,$@)sed 's/@version@/$(version)/; s,@libdir@,$(libdir),; s,@to_prefix@,$(pc_to_prefix),' $< >$@
# Each shell has its own name for the file.
$(BUILD)/share/gpubench: harness/options/gpubench.bash
$(BUILD)/share/gpubench.fish: harness/options/gpubench.fish
$(BUILD)/share/_gpubench: harness/options/gpubench.zsh
$(completions): | $(BUILD)/share/
	@cp $< $@

$(pages): $(BUILD)/share/doc/%.md: %.md tools/installed-page.sh | $(BUILD)/share/doc/docs/
	$(call gb_say,PAGE,$@)tools/installed-page.sh $< >$@

# Quoted for the shell, whatever it contains: a space, a quote.
quoted = '$(escaped)'
escaped = $(subst ','\'',$1)
# $(call install_in,PREFIX)
install_in = $(call gb_say,INSTALL,$(escaped))$(foreach f,$(install_folders),install -d $(quoted)/$f && \
	install -m $(if $(filter bin,$f),755,644) $(in.$f) $(quoted)/$f &&) true
quiet := $(if $V,,@)

install: all $(made) ## install under PREFIX=/usr/local, LIBDIR=PREFIX/lib (below DESTDIR= if given)
	$(call install_in,$(DESTDIR)$(PREFIX))

uninstall: ## remove the files of `make install`, and no others
	cd $(call quoted,$(DESTDIR)$(PREFIX)) && \
		rm -f $(foreach f,$(install_folders),$(addprefix $f/,$(notdir $(in.$f))))
	cd $(call quoted,$(DESTDIR)$(PREFIX)) && for folder in $(own_folders); do \
		[ ! -d $$folder ] || rmdir --ignore-fail-on-non-empty $$folder; done

bundle_name := gpubench-$(version)-linux-$(machine)
bundle := $(BUILD)/bundle/$(bundle_name)
# For any machine: glibc 2.28 with the other libraries inside (tools/toolchain/sysroot.sh), and one program for V100 to
# Blackwell on drivers from 525 on, which needs the toolkit of CUDA 12.9 (docs/toolchains.md).
portable = $(if $(toolkit_named),,CUDA_HOME=.toolkit-12.9 BUILD=$(BUILD)/12.9 KERNELS=$(KERNELS)/12.9) \
	$(if $(cross),,CC='$(call with_sysroot,$(CC),$(sysroot))')
bundle_archive := $(BUILD)/$(bundle_name).tar.gz
bundle: bundle-folder ## make build/gpubench-<version>-linux-<machine>.tar.gz for any machine of this kind, \
	or of MACHINE=aarch64, with CUDA 12.9 unless named
	$(call gb_say,TAR,$(bundle_archive))tar -C $(BUILD)/bundle -czf $(bundle_archive) $(bundle_name)
bundle-folder: $(if $(toolkit_named),,toolkit $(if $(cross),cudart)) sysroot
	$(quiet)rm -rf $(BUILD)/bundle
	$(quiet)$(MAKE) --no-print-directory install $(portable) DESTDIR= PREFIX='$(bundle)' LIBDIR='$(bundle)/lib'
	$(quiet)cp -r $(sysroot)/doc $(bundle)/share/doc/gpubench/licenses
	$(quiet)ln -s share/doc/gpubench/README.md share/doc/gpubench/LICENSE $(bundle)

wheel: bundle-folder ## make build/gpubench_cuda-<version>-py3-none-manylinux_2_28_<machine>.whl from the same files
	$(call gb_say,WHEEL,$(BUILD))packaging/wheel.sh $(bundle) $(version) $(BUILD)

# With the toolkit of this build, and the libraries of this system.
deb: ## make a Debian package, with the CUDA Toolkit found here, if any
	$(call gb_say,DEB,$(BUILD))packaging/deb.sh '$(version)' $(BUILD) \
		'$(or $(patsubst %/bin/nvcc,%,$(abspath $(NVCC))),none)' '$(archs_named)'
rpm_nvcc = $(if $(toolkit_named),$(NVCC),.toolkit-12.9/bin/nvcc)
rpm: sysroot $(if $(toolkit_named),,toolkit) ## make an RPM for RHEL 8 and SLES 15 SP3 and later, \
	with CUDA 12.9 unless named
	$(call gb_say,RPM,$(BUILD))packaging/rpm.sh '$(version)' $(BUILD) \
		'$(or $(if $(filter none,$(CUDA_HOME)),none),$(patsubst %/bin/nvcc,%,$(abspath $(rpm_nvcc))))' \
		'$(call with_sysroot,$(CC),$(sysroot))' $(sysroot) '$(archs_named)'
archs_named := $(if $(filter command line,$(origin ARCHS)),$(ARCHS))

sysroot: $(filter deps,$(MAKECMDGOALS)) ## make the sysroot of `make bundle` from packages of PyPI \
	and Debian, into .toolkit-glibc
	@tools/toolchain/sysroot.sh $(machine)

toolkit: .toolkit-12.9/bin/nvcc ## install the CUDA Toolkit of `make bundle` from PyPI, into .toolkit-12.9
.toolkit-12.9/bin/nvcc: tools/nvrtc/nvcc.c tools/toolchain/toolkit.sh $(wildcard tools/toolchain/pins/*)
	$(call gb_say,TAKE,.toolkit-12.9)tools/toolchain/toolkit.sh 12.9
# The CUDA runtime of another machine.
cudart: toolkit
	@tools/toolchain/cudart.sh $(machine)

# ---- keeping it tidy -------------------------------------------------------------------------------------------------

.PHONY: format check-format lint clang-tidy cppcheck shellcheck help
sources := $(wildcard $(foreach f,harness harness/* bench/* tests/* tests/plugins/* tools/*,$f/*.c $f/*.h $f/*.cu))
format: ## clang-format every source
	clang-format -i $(sources)

check-format:
	ci/prose/columns.py
	clang-format --dry-run --Werror $(sources)

lint: clang-tidy cppcheck shellcheck ## look for faults without running anything

lint_flags = $(gb_find) -Itests/fake -iquote harness/fake -iquote tests/unit -DGB_VERSION={0}
lint_c = $(filter-out $(if $(NVCC),,$(cuda_backend)),$(filter %.c,$(sources)))
lint_tests = $(filter tests/% %.model.c,$(lint_c)) $(foreach f,$(lint_c),$(if $(findstring /test_,$f),$f))
# $(call tidy,FILES,FLAGS)
tidy = printf '%s\n' $(sort $1) | \
	xargs -P $$(nproc) -n 4 \
	sh -c 'clang-tidy --quiet "$$@" -- -std=c11 $(lint_flags) $(lib_cflags) $(cuda_cflags) $2' -
analyze = -Xclang -analyzer-config -Xclang $1
# The analyzer takes nineteen twentieths of the time. It may take a tenth of its usual 225000 steps for a function, and
# follows fewer paths of a test.
one_in = $(if $1,$(shell tests/sample_by_commit.py $$(($(words $2) / $1)) $2),$2)
clang-tidy: ## with SAMPLE=N of the tests one in N, chosen by the commit
	$(call tidy,$(filter-out $(lint_tests),$(lint_c)),$(call analyze,max-nodes=22500))
	$(call tidy,$(call one_in,$(SAMPLE),$(sort $(lint_tests))),$(call analyze,mode=shallow))

# ctuuninitvar mistakes a buffer that a callee fills for one that it reads.
cppcheck:
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability,performance --inline-suppr \
		--suppress=missingIncludeSystem --suppress=ctuuninitvar \
		$(patsubst -iquote,-I,$(lint_flags)) $(filter %.c,$(sources))

shellcheck:
	shellcheck ci/run ci/toolchains.sh .ci/run $(wildcard harness/*/*.bash tests/*/*.bash docs/cluster/*.sbatch \
		docs/cluster/*.sh ci/*.sh packaging/*.sh plots/*.sh results/*.sh tools/*.sh tools/*/*.sh tests/*.sh \
		tests/*/*.sh)

help:
	@LC_ALL=C sed -n ':a; /## .*\\$$/{ N; s/\\\n\t*//; ba; }; s/^\([a-z-]*\):.* ## \(.*\)/\1\t\2/p' \
		$(MAKEFILE_LIST) | LC_ALL=C sort | expand -t 14
	@echo
	@echo '`make run` and `make test` install missing packages (apt-get, as root or with sudo) and nvcc from' \
		'PyPI, after a'
	@echo 'message that lists them; INSTALL=no prevents it. Every other target only reports what is' \
		'missing; `make deps`'
	@echo 'installs it.'
	@echo
	@sed -n '/^# Settings/,/^$$/s/^# *//p' harness/gpubench.mk
