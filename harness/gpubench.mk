# gpubench.mk: builds plug-ins. The project's own Makefile includes it, and so can yours, outside the tree.
# docs/adding-a-benchmark.md shows the lines for that, and describes the files of a plug-in's folder <name>/ (host half,
# kernels, build variants, models, picture), which become build/plugins/<name>.so. GPUBENCH_BENCHES lists the folders;
# the default is every folder with a <name>/<name>.c or <name>/<name>.cu.
#
# Settings, as in `make ARCHS="80 90"`; a Makefile sets them before the include:
#   ARCHS            architectures of the machine code, or `all`; by default, those of gb_archs below that nvcc knows
#   NVCC, CUDA_HOME  the CUDA Toolkit, if not the one found automatically; CUDA_HOME=none builds without kernels
#   BUILD            the folder for everything that is built
#   KERNELS          the build whose kernels are used, if not this one: they do not depend on the host's architecture
#   CC, CPPFLAGS, CFLAGS, LDFLAGS, NVCCFLAGS
#   SANITIZE         sanitizers, as in SANITIZE=address,undefined
#   WERROR=1         warnings are errors; also with CI=true
#   NVCC_WRAPPER     a command to put before nvcc, such as ccache before a compiler
#   V=1              shows the commands
#   FULL=1           `make new` copies the skeleton, with all hooks
#   RESULTS          the result file whose points `make audit-gpu` launches again
#   COUNTERS         a CSV file to which `make audit-gpu` also writes
#   SHOW=1           `make audit` shows the instructions of every kernel, for writing expectations
#   EXCEPT           architectures that `make audit` leaves out
#   PART=1           `make audit` checks a build that lacks architectures: an expectation may match no kernel

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all audit audit-gpu clean help new pictures sanitize-gpu test gb_force gb_remove_stale

BUILD ?= build
KERNELS ?= $(BUILD)
CFLAGS ?= -O2 -g
ARCHS ?= $(or $(filter $(gb_known),$(GPUBENCH_ARCHS)),$(filter $(gb_known),$(gb_archs)))
WERROR ?= $(if $(filter true 1,$(CI)),1)

# One job per processor; -j on the command line overrides this. A make that calls this one and shares its jobs sets
# gb_jobs=.
gb_jobs := -j$(shell nproc)
MAKEFLAGS += $(gb_jobs)

# When installed, this file and all that it uses are in one folder, and the program is two folders up. The skeleton's
# folder finds "../common/input.h", as in the tree; common/ itself would hide headers of CUDA.
gb_folder := $(dir $(lastword $(MAKEFILE_LIST)))
gb_outside := $(if $(wildcard $(gb_folder)gpubench.h),,yes)
gb_include := $(if $(gb_outside),$(gb_folder)../../include,$(gb_folder:/=))
gb_scripts := $(if $(gb_outside),$(gb_folder),tests/)
gb_beside := $(if $(gb_outside),$(gb_folder)skeleton)
gb_program := $(if $(gb_outside),$(gb_folder)../../bin/gpubench,$(BUILD)/gpubench)

# ---- the toolkit -----------------------------------------------------------------------------------------------------
# A CUDA_HOME on the command line is binding; one in the environment may be a runtime without nvcc. If there is no nvcc,
# `make deps` installs one from PyPI into .toolkit.

ifeq ($(CUDA_HOME),none)
override NVCC :=
else ifndef NVCC
gb_only_home := $(filter command line,$(origin CUDA_HOME))
NVCC := $(shell $(if $(CUDA_HOME),ls '$(CUDA_HOME)/bin/nvcc' 2>/dev/null ||) $(if $(gb_only_home),:,command -v nvcc))
gb_elsewhere := $(wildcard /usr/local/cuda/bin/nvcc .toolkit/nvidia/cu*/bin/nvcc)
NVCC := $(or $(NVCC),$(if $(gb_only_home),,$(firstword $(gb_elsewhere))))
gb_blank := $(word 2,$(NVCC))
endif

# Boards for any host: V100, T4, A100, A10, L40, H100, B200, B300, RTX Blackwell. Then boards with an Arm processor:
# Xavier, Orin, Thor (101 until CUDA 12.9), GB10. harness/measuring/device/rates.c describes each.
gb_archs_any := 70 75 80 86 89 90 100 103 120
gb_archs_arm := 72 87 101 110 121
# For the lists of variants. No board with 88 is known, and the code of nvcc 13.5 for 107 (Rubin) differs from the
# expected.
gb_archs_all := $(gb_archs_any) $(gb_archs_arm) 88 107

# the parts to build

GPUBENCH_BENCHES ?= $(foreach f,$(patsubst %/,%,$(wildcard */)),$(if $(wildcard $f/$f.c $f/$f.cu),$f))
gb_folders := $(patsubst %/,%,$(GPUBENCH_BENCHES))
gb_names := $(notdir $(gb_folders))
include $(wildcard $(join $(gb_folders),$(gb_names:%=/%.mk)))

# The goals that build something; others need neither plug-ins nor a toolkit.
gb_building := $(filter-out clean new help $(GPUBENCH_IDLE),$(or $(MAKECMDGOALS),all))
ifneq ($(gb_building),)
gb_archs := $(gb_archs_any) $(if $(filter aarch64%,$(shell $(CC) -dumpmachine 2>/dev/null)),$(gb_archs_arm))
gb_known := $(if $(and $(NVCC),$(if $(gb_blank),,one)),\
	$(patsubst sm_%,%,$(shell $(NVCC) --list-gpu-code 2>&1)))
# All architectures that nvcc knows, except those before sm_70, for which no kernels are written.
ifeq ($(ARCHS),all)
override ARCHS := $(filter-out 3% 5% 6% %_query,$(gb_known))
endif

gb_odd := $(firstword $(shell printf '%s\n' $(gb_names:%='%') | LC_ALL=C grep -vx '[a-z0-9_]*'))
gb_absent := $(firstword $(foreach f,$(GPUBENCH_BENCHES),$(if $(wildcard $f/.),,$f)))
gb_empty := $(firstword $(foreach f,$(gb_folders),$(if $(wildcard $f/$(notdir $f).c $f/$(notdir $f).cu),,$f)))
gb_unknown := $(strip $(foreach a,$(ARCHS),$(if $(filter $(gb_known),$(patsubst %f,%,$(a:a=))),,$a)))
$(if $(gb_names),,$(error there is no plug-in here, a folder NAME with NAME.c or NAME.cu: \
	`make new NAME=mybench` starts one))
$(if $(gb_odd),$(error GPUBENCH_BENCHES: '$(gb_odd)' cannot be the name of a plug-in: rename it, \
	with lowercase letters, digits and '_'))
$(if $(gb_absent),$(error GPUBENCH_BENCHES: there is no folder '$(gb_absent)' in $(CURDIR)))
$(if $(gb_empty),$(error GPUBENCH_BENCHES: $(gb_empty)/ has no $(notdir $(gb_empty)).c or .cu: \
	files must have the name of their folder))
$(if $(and $(gb_only_home),$(if $(NVCC),,none)),$(error CUDA_HOME=$(CUDA_HOME): no bin/nvcc there))
$(if $(gb_blank),$(error '$(NVCC)' has a blank, which make cannot handle: set CUDA_HOME= to a link to it))
ifneq ($(NVCC),)
$(if $(filter 80,$(gb_known)),,$(error $(NVCC) does not work: --list-gpu-code says '$(gb_known)'))
$(if $(gb_unknown),$(error ARCHS: $(NVCC) does not know $(gb_unknown); it knows $(gb_known)))
else ifneq ($(CUDA_HOME),none)
$(info Building without kernels: no nvcc is on the PATH or in /usr/local/cuda: set CUDA_HOME= or NVCC=$(GPUBENCH_HINT))
endif
endif

# ---- how things are compiled -----------------------------------------------------------------------------------------

# Machine code only: the driver would compile PTX without the variant's flags.
gb_gencode = $(foreach a,$1,-gencode arch=compute_$a,code=sm_$a)
# There is only device code, so a host compiler that is too new for nvcc does no harm. Kernels include our headers by
# their "quoted" names; CUDA's own headers must not find any of them by <name>.
gb_nvcc = $(NVCC) -fatbin -O3 -std=c++17 --threads 0 -allow-unsupported-compiler -Wno-deprecated-gpu-targets \
	  -Xcompiler -include,$(gb_include)/gpubench_libc.h \
	  $(gb_include:%=-Xcompiler -iquote,%) $(gb_beside:%=-Xcompiler -iquote,%) \
	  $(if $(WERROR),-Werror all-warnings) $(NVCCFLAGS)

# A callback may ignore parameters.
gb_warnings := -Wall -Wextra -Wno-unused-parameter -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	       -Wundef -Wvla -Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wconversion -fno-common
gb_sanitize = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# Memory errors end the program, so that they cannot be exploited. A distribution's flags come after these and override
# them. The C library's checked functions need optimization, and sanitizers have checks of their own.
gb_unchecked := $(or $(SANITIZE),$(findstring _FORTIFY_SOURCE,$(CFLAGS) $(CPPFLAGS)),\
	$(if $(filter -O -O1 -O2 -O3 -Os,$(CFLAGS)),,yes))
gb_harden := -fstack-protector-strong $(if $(gb_unchecked),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
gb_harden_link := -Wl,-z,relro,-z,now
gb_cflags = -std=c11 $(gb_warnings) $(if $(WERROR),-Werror) $(gb_harden) $(CFLAGS) $(gb_sanitize)
gb_find ?= -I$(gb_include) $(gb_beside:%=-iquote %)
# -MMD -MP write the included files for the next make; the -include lines below read them.
gb_cc = $(CC) $(gb_cflags) $(gb_find) $(CPPFLAGS) -fPIC -MMD -MP
gb_link = $(CC) $(CFLAGS) $(gb_sanitize) $(gb_harden_link) $(LDFLAGS)
# $(call gb_say,WORD,FILE) before a command shows the short form instead of it, unless V=1.
gb_say = $(if $V,,@printf '  %-7s %s\n' '$1' '$2';)

# $(call gb_keep,FILE,VARIABLE): FILE holds the variable's text and is rewritten only if that has changed. Targets that
# depend on FILE are thus rebuilt when a flag changes.
define gb_keep
$1: $$(if $$(call gb_same,$$(strip $$(file <$1)),$$(strip $$($2))),,gb_force) | $$(dir $1)
	@printf '%b\n' $$(call gb_quoted,$$($2)) >$$@

endef
# White space does not count: make 4.3 does not always drop a file's last newline.
gb_same = $(and $(findstring x$1x,x$2x),$(findstring x$2x,x$1x))
# Quotes text for the shell and its printf, in one line.
gb_quoted = '$(subst $(gb_newline),\n,$(subst ','\'',$(subst \,\\,$1)))'
define gb_newline


endef
# Folders, as order-only prerequisites.
$(foreach f,$(sort $(BUILD) $(KERNELS)),$(eval $f/%/: ; @mkdir -p $$@))

gb_flags := $(BUILD)/obj/cc.flags
gb_flags_text = $(gb_cc) | $(gb_link)
$(eval $(call gb_keep,$(gb_flags),gb_flags_text))
# Generated C.
$(BUILD)/obj/%.o: $(BUILD)/obj/%.c $(gb_flags)
	$(call gb_say,CC,$<)$(gb_cc) -fvisibility=hidden -c -o $@ $<

# ---- kernels ---------------------------------------------------------------------------------------------------------

# 90a and 100f add to 90 and 100 the features of that architecture or family alone. nvcc does not list them, so those of
# the variants' lists that ARCHS includes are tried.
gb_base = $(patsubst %f,%,$(patsubst %a,%,$1))
gb_bases := $(call gb_base,$(ARCHS))
gb_lettered := $(foreach a,$(sort $(filter %a %f,$(foreach v,$(filter archs.%,$(.VARIABLES)),$($v)))),\
	$(if $(filter $(gb_bases),$(call gb_base,$a)),$a))
gb_lettered := $(if $(and $(NVCC),$(gb_lettered)),$(shell for a in $(gb_lettered); do $(NVCC) -dryrun -fatbin -x cu \
	-gencode arch=compute_$$a,code=sm_$$a -o /dev/null /dev/null >/dev/null 2>&1 && echo $$a; done))
# $(call gb_variant_archs,NAME,VARIANT): the variant's own architectures, limited to those in ARCHS.
gb_variant_archs = $(strip $(if $(archs.$1.$2),$(foreach a,$(archs.$1.$2),\
	$(if $(filter $(gb_bases),$(call gb_base,$a)),$(or $(filter $(gb_lettered),$a),$(call gb_base,$a)))),$(ARCHS)))

# $(call gb_kernels,NAME,FOLDER,OUT): OUT/NAME_variants.o, the table gb_variants_NAME with a fatbin for each variant.
define gb_kernels
gb_built.$3 := $(if $(and $(NVCC),$(wildcard $2/$1.cu)),\
	$(foreach v,$(call gb_variants,$1),$(if $(call gb_variant_archs,$1,$v),$v)))
$$(foreach v,$$(gb_built.$3),$$(eval $$(call gb_fatbin,$1,$2,$(call gb_in,$3),$$v)))
gb_table.$3 = $$(call gb_table,$1,$$(gb_built.$3),$(call gb_in,$3))
$(call gb_keep,$3/$1_variants.c,gb_table.$3)
$3/$1_variants.o: $$(gb_built.$3:%=$(call gb_in,$3)/%.fatbin) $(gb_include)/gpubench.h
endef
gb_variants = $(or $(variants.$1),default)
# The folder of the fatbins for what is built in OUT.
gb_in = $(patsubst $(BUILD)/%,$(KERNELS)/%,$1)

# $(call gb_fatbin,NAME,FOLDER,OUT,VARIANT)
define gb_fatbin
gb_fatbin.$3.$4 = $(gb_nvcc) $(call gb_gencode,$(call gb_variant_archs,$1,$4)) $(flags.$1.$4)
$(call gb_keep,$3/$4.flags,gb_fatbin.$3.$4)
$3/$4.fatbin: $2/$1.cu $(wildcard $2/$1.mk) $3/$4.flags
	$$(call gb_say,NVCC,$$< ($4))$$(NVCC_WRAPPER) $$(gb_fatbin.$3.$4) -MMD -MP -MF $3/$4.d -MT $$@ -o $$@ $$<
-include $3/$4.d
endef

# $(call gb_table,NAME,BUILT,OUT): C text. A variant that was not built has an empty image. The note has room for a
# checksum of the file, which only gpubench's own build writes: harness/measuring/plan/seal.h.
define gb_table
/* Generated by gpubench.mk. */
#include "gpubench.h"
__asm__(".section .note.gpubench,\"a\",%note\n.balign 4\n.long 9, 24, 1\n.asciz \"gpubench\"\n.balign 4\n"
	".zero 24\n.previous");
$(foreach v,$2,$(call gb_image,$(call gb_id,$1,$v),$3/$v.fatbin))
GB_VARIANTS($1);
const struct gb_variant gb_variants_$1[] = {
	$(foreach v,$(gb_variants),$(call gb_entry,$1,$v,$(if $(filter $v,$2),$(call gb_id,$1,$v)))) { .name = 0 }
};
endef
gb_image = __asm__(".section .rodata\n.balign 16\n$1: .incbin \"$2\"\n$1_end: .byte 0\n.previous"); \
	extern const unsigned char $1[], $1_end[];
# $(call gb_entry,NAME,VARIANT,IMAGE)
gb_entry = { $(call gb_text,$2), $(call gb_text,$(flags.$1.$2)), \
	$(call gb_text,$(if $3,$(addprefix sm_,$(call gb_variant_archs,$1,$2)))), $(or $3,0), $(if $3,$3_end,0), 0, \
	$(if $(points.$1.$2),$(call gb_text,$(points.$1.$2)),0) },
gb_id = gb_image_$1_$(subst .,_,$(subst -,_,$2))
gb_text = "$(subst ",\",$(subst \,\\,$1))"

# ---- plug-ins --------------------------------------------------------------------------------------------------------

# $(call gb_rules,FOLDER,WHERE): how $(BUILD)/WHERE/<name>.so is built.
gb_rules = $(call gb_plugin,$(notdir $1),$1,$(BUILD)/obj/$2/$(notdir $1),$(BUILD)/$2,$(gb_hosts))
gb_hosts = $(or $(filter-out $1/test_% %.model.c,$(wildcard $1/*.c)),$1/$(notdir $1).cu)
# $(call gb_plugin,NAME,FOLDER,OUT,TO,SOURCES). Pictures, and models for dry runs, are placed next to it.
define gb_plugin
$(call gb_kernels,$1,$2,$3)
gb_objects.$3 := $(patsubst $2/%,$3/%.o,$(basename $5))
$$(gb_objects.$3): $3/%.o: $2/%$(suffix $(firstword $5)) $(gb_flags) | $3/
	$$(call gb_say,CC,$$<)$$(gb_cc) -fvisibility=hidden -c -o $$@ -x c $$<
# An old .d file may name a source with another suffix.
$2/$1.c $2/$1.cu $2/$1.model.c:
-include $$(gb_objects.$3:.o=.d) $3/$1.model.d
$(call gb_keep,$3/objects,gb_objects.$3)
$4/$1.so: $$(gb_objects.$3) $3/$1_variants.o $3/objects $(gb_seal) $(call gb_pictures,$1,$2) | $4/
	$$(call gb_say,LINK,$$@)$$(gb_link) -shared -o $$@ $$(filter %.o,$$^) -lm \
		$(if $(unsealed.$1),,$(gb_seal:%=&& % $$@))
	$(if $(call gb_pictures,$1,$2),@cp $(call gb_pictures,$1,$2) $4)
	$(if $(call gb_plot_lines,$1,$2),@sed -n '$(gb_plot_line)' $2/$1.cu >$4/$1.plot)
gb_near.$4 += $(addprefix $4/,$(notdir $(call gb_pictures,$1,$2)) $(if $(call gb_plot_lines,$1,$2),$1.plot)) \
	$(if $(wildcard $2/$1.model.c)$(gb_is_emulated),$4/$1.model) $(if $(gb_is_emulated),$4/$1.counted)
$(if $(wildcard $2/$1.model.c),$(call gb_model,$1,$2,$3,$4),$(if $(gb_is_emulated),$(call gb_emulated,$1,$2,$3,$4)))
endef
# In a plug-in of one file, the lines "plot: TEXT" of comments are its NAME.plot.
gb_pictures = $(wildcard $2/$1.plot $2/$1.gp)
gb_plot_line := s| *[*]/.*||; s|^[ /*]*plot: ||p
gb_plot_lines = $(if $(wildcard $2/$1.plot $2/$1.c),,$(findstring plot: ,$(gb_source)))
gb_source = $(file <$2/$1.cu)
define gb_model
$4/$1.so: | $4/$1.model
$4/$1.model: $2/$1.model.c $(gb_flags) | $4/ $3/
	$$(call gb_say,MODEL,$$@)$$(gb_cc) -fvisibility=hidden -MF $3/$1.model.d -MT $$@ -shared -o $$@ $$< \
		$$(gb_harden_link) $$(LDFLAGS) -lm -Wl,--no-as-needed -lc
endef
# If a plug-in of one file has no models, its kernels run on the host, if they compile there.
gb_is_emulated = $(if $(wildcard $2/$1.c)$(findstring \
	GB_MODELS,$(gb_source))$(findstring GB_ONE_MODEL,$(gb_source)),,yes)
gb_cxx = $(if $(findstring -gcc,$(CC)),$(CC:gcc=g++),$(CXX)) -std=gnu++17 -w -fPIC -shared \
	 -I$(gb_include) $(gb_beside:%=-iquote %)
# The kernels' names, including those that macros make.
gb_kernel_names = $(gb_cxx) -x c++ -E -P -D__CUDACC__ $1 | sed 's/__launch_bounds__([^)]*)//g' | \
	grep -o '__global__[^(]*(' | sed 's/.* \(.*\)(/GB_EMULATED(\1)/'
define gb_emulated
$4/$1.so: | $4/$1.model
$4/$1.model: $2/$1.cu $(gb_flags) | $4/ $3/
	$$(call gb_say,MODEL,$$@){ echo '#include "gpubench_emulate.h"'; echo '#include "$$(abspath $$<)"'; \
		echo 'static const struct gb_model models[] = {'; $$(call gb_kernel_names,$$<); \
		echo '{ nullptr, nullptr } }; extern "C" { GB_MODELS($1) = { GB_ABI, models }; }'; } >$3/$1.model.cc
	$$(if $V,,@)$$(gb_cxx) -O2 -MMD -MP -MF $3/$1.model.d -MT $$@ -o $$@ $3/$1.model.cc 2>$3/$1.model.log || \
		{ echo "  no model: the kernels do not compile for the host: $3/$1.model.log"; : >$$@; }
# The same, to count their work (gpubench_counted.h). The sanitizer's library is not linked.
$4/$1.so: | $4/$1.counted
$4/$1.counted: $4/$1.model
	$$(if $V,,@)$$(gb_cxx) -O0 -fsanitize=thread -fno-gnu-unique -DGB_COUNTED -c \
		-o $3/$1.counted.o $3/$1.model.cc 2>$3/$1.counted.log && $$(gb_cxx) -o $$@ $3/$1.counted.o || : >$$@
endef

gb_all := $(gb_names:%=$(BUILD)/plugins/%.so)
$(foreach f,$(gb_folders),$(eval $(call gb_rules,$f,plugins)))
all: $(gb_all) ## build everything (the default)
# The program must not find a plug-in whose folder was removed.
gb_stale := $(filter-out $(gb_all) $(gb_near.$(BUILD)/plugins),\
	$(wildcard $(addprefix $(BUILD)/plugins/*.,so plot gp model counted)))
ifneq ($(gb_stale),)
all $(gb_all): | gb_remove_stale
gb_remove_stale: ; @rm -f $(gb_stale)
endif

audit: $(gb_all) ## compare the machine code of every kernel with its benchmark's expectations
	@python3 -B $(gb_scripts)audit/audit.py $(if $(SHOW),--show) $(if $(PART),--part) \
		$(EXCEPT:%=--except %) $(BUILD) $(GPUBENCH_BENCHES)

audit-gpu: all ## compare the work that benchmarks state with the counters of a GPU, at the points of RESULTS=
	$(if $(RESULTS),,$(error audit-gpu: name the result file with the points: make audit-gpu RESULTS=mybench.csv))
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins python3 -B $(gb_scripts)gpu/audit_counters.py --program $(gb_program) \
		$(addprefix --folder ,$(GPUBENCH_BENCHES)) $(if $(COUNTERS),--csv $(COUNTERS)) $(BUILD) $(RESULTS)

new: ## start the plug-in NAME=, in one file; FULL=1: from the skeleton, with all hooks
	@set -- $(if $(FULL),skeleton,start) '$(NAME)'; \
		sh $(if $(gb_outside),$(gb_folder)new.sh $(gb_folder)$$1 .,tools/new.sh tests/plugins/$$1 bench) "$$2"

# NAME.rows has one row per line, without the columns that all rows share.
gb_rows_head := schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,limit,status
gb_drawings := $(patsubst %.rows,$(BUILD)/%.svg,$(notdir $(wildcard $(join $(gb_folders),$(gb_names:%=/%.rows)))))
vpath %.rows $(gb_folders)
$(gb_drawings): $(BUILD)/%.svg: %.rows $(BUILD)/plugins/%.so | all
	$(call gb_say,PLOT,$@){ echo $(gb_rows_head); \
		sed '/^#/d; s/^/gpubench-1,host,Some GPU,GPU-1,$*,/; s/$$/,1,1,,ok/' $<; } >$(BUILD)/obj/$*.csv && \
		GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins $(gb_program) plot $* $(BUILD)/obj/$*.csv -o $@
pictures: $(gb_drawings) ## draw NAME.svg from NAME.plot, NAME.gp and the rows in NAME.rows
	$(if $(gb_drawings),,$(error pictures: no plug-in has NAME.rows, rows to draw with NAME.plot and NAME.gp))

sanitize-gpu: all ## run every kernel under compute-sanitizer, on a GPU
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins PROGRAM=$(gb_program) BENCHES="$(gb_folders)" \
		bash $(gb_scripts)gpu/sanitize.sh $(BUILD) $(gb_names)

ifdef gb_outside
test: $(gb_drawings) all ## call every hook without a GPU, verify with the models, and draw the pictures
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins $(gb_program) --dry-run --max-memory 1GiB $(gb_names:%=-b %)
endif

# A target that the including Makefile also has is listed once, with that Makefile's text.
gb_texts := $(filter-out %.d,$(MAKEFILE_LIST))
help: ## list the targets and the settings
	@sed -n ':a; /## .*\\$$/{ N; s/\\\n\t*//; ba; }; s/^\([a-z-]*\):.* ## \(.*\)/\1\t\2/p' $(gb_texts) | \
		LC_ALL=C sort -su -k 1,1 | expand -t 14
	@echo
	@sed -n '/^# Settings/,/^$$/s/^# *//p' $(gb_texts)

clean: ## remove what was built
	$(call gb_say,RM,$(BUILD))rm -rf $(BUILD)
