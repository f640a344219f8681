# gpubench.mk: builds plug-ins for gpubench. The project's own Makefile includes it, and yours can, outside the tree:
#
#     gpubench := $(shell pkg-config --variable=makefile gpubench 2>/dev/null)
#     $(if $(gpubench),,$(error pkg-config finds no gpubench: set PKG_CONFIG_PATH to the folder of gpubench.pc))
#     include $(gpubench)
#
# `make new NAME=mybench` then copies a plug-in to start from, and `make help` lists the targets. GPUBENCH_BENCHES lists
# the folders of plug-ins; the default is every folder with a <name>/<name>.c or <name>/<name>.cu.
#
# A folder <name>/ holds <name>.c, <name>.cu if it has kernels and <name>.h if the two share something; other .c files
# belong to the plug-in too, except tests (test_*.c) and models (<name>.model.c). Without <name>.c, <name>.cu is both
# halves (gpubench_declared.h): the C compiler compiles it as well. The plug-in is built into build/plugins/<name>.so,
# and the models into build/plugins/<name>.model, for dry runs (gpubench_model.h). Build variants are lines of
# <name>/<name>.mk; without that file there is one, `default`:
#
#     variants.<name> = default dlcm-cg          in the order they are listed
#     flags.<name>.dlcm-cg = -Xptxas -dlcm=cg    nvcc flags in addition to the common ones
#     archs.<name>.wgmma = 90a                   for a variant that only these architectures have; 90 if the toolkit
#                                                does not know 90a
#
# Use #if to leave out kernels for which a toolkit is too old, with an empty kernel gb_incomplete() in their place: a
# missing kernel, otherwise an error, is then a reason to skip.
#
# Settings, as in `make ARCHS="80 90"`; a Makefile sets them before the include:
#   ARCHS            architectures of the machine code, or `all`; the default is those of gb_archs below that nvcc knows
#   NVCC, CUDA_HOME  the CUDA Toolkit, if not the one found automatically; CUDA_HOME=none builds without kernels
#   BUILD            the folder for everything that is built
#   KERNELS          the build whose kernels are used, if not this one: they do not depend on the host's architecture
#   CC, CPPFLAGS, CFLAGS, LDFLAGS, NVCCFLAGS
#   SANITIZE         sanitizers, as in SANITIZE=address,undefined
#   WERROR=1         warnings are errors; also with CI=true
#   NVCC_WRAPPER     a command to put before nvcc, as ccache before a compiler
#   V=1              shows the commands
#   FULL=1           `make new` copies the skeleton, with all hooks
#   RESULTS          the result file whose points `make audit-gpu` launches again
#   COUNTERS         a file for its results, also as CSV
#   SHOW=1           `make audit` shows the instructions of every kernel, for writing expectations
#   EXCEPT           architectures that `make audit` leaves out
#   PART=1           `make audit` checks a build that lacks architectures: an expectation may match no kernel

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

BUILD ?= build
KERNELS ?= $(BUILD)
CFLAGS ?= -O2 -g
ARCHS ?= $(or $(filter $(gb_known),$(GPUBENCH_ARCHS)),$(filter $(gb_known),$(gb_archs)))
WERROR ?= $(if $(filter true 1,$(CI)),1)

# As many jobs as processors; a -j on the command line overrides it. A make that calls this one and shares its jobs
# sets gb_jobs=.
gb_jobs := -j$(shell nproc)
MAKEFLAGS += $(gb_jobs)

gb_folder := $(dir $(lastword $(MAKEFILE_LIST)))
gb_include := $(patsubst %/gpubench.h,%,\
	$(firstword $(wildcard $(addsuffix gpubench.h,$(gb_folder) $(gb_folder)../../include/))))

# When installed, this file, the skeleton and the scripts are in one folder, and the program is two folders up.
gb_outside := $(if $(wildcard $(gb_folder)gpubench.h),,yes)
gb_scripts := $(if $(gb_outside),$(gb_folder),tests/)
# "../common/input.h" is found from there, as in the tree. Names in common/ itself would hide some of CUDA's.
gb_beside := $(if $(gb_outside),$(gb_folder)skeleton)
gb_program := $(if $(gb_outside),$(gb_folder)../../bin/gpubench,$(BUILD)/gpubench)

# Goals that build nothing, and therefore need neither toolkit nor libraries.
gb_idle := clean new help $(GPUBENCH_IDLE)
gb_building := $(filter-out $(gb_idle),$(or $(MAKECMDGOALS),all))

# ---- what is to be built ---------------------------------------------------------------------------------------------

GPUBENCH_BENCHES ?= $(foreach f,$(patsubst %/,%,$(wildcard */)),$(if $(wildcard $f/$f.c $f/$f.cu),$f))
gb_names := $(notdir $(patsubst %/,%,$(GPUBENCH_BENCHES)))
ifneq ($(gb_building),)
ifeq ($(gb_names),)
$(error there is no plug-in here, a folder NAME with NAME.c or NAME.cu: `make new NAME=mybench` starts one)
endif
gb_odd := $(firstword $(shell printf '%s\n' $(gb_names:%='%') | LC_ALL=C grep -vx '[a-z0-9_]*'))
ifneq ($(gb_odd),)
$(error GPUBENCH_BENCHES: '$(gb_odd)' cannot be the name of a plug-in: rename it, \
	with lower case letters, digits and '_')
endif
gb_absent := $(firstword $(foreach f,$(GPUBENCH_BENCHES),$(if $(wildcard $f/.),,$f)))
ifneq ($(gb_absent),)
$(error GPUBENCH_BENCHES: there is no folder '$(gb_absent)' in $(CURDIR))
endif
gb_empty := $(firstword $(foreach f,$(patsubst %/,%,$(GPUBENCH_BENCHES)),\
	$(if $(wildcard $(addprefix $f/$(notdir $f).,c cu)),,$f)))
ifneq ($(gb_empty),)
$(error GPUBENCH_BENCHES: $(gb_empty)/ has no $(notdir $(gb_empty)).c or .cu: files must have the name of their folder)
endif
endif

# ---- the toolkit -----------------------------------------------------------------------------------------------------
# An NVCC or CUDA_HOME on the command line is intended; a CUDA_HOME in the environment may point to a runtime without
# nvcc. `make deps` installs nvcc from PyPI into .toolkit if there is no other.

ifeq ($(CUDA_HOME),none)
override NVCC :=
endif
ifndef NVCC
ifneq ($(CUDA_HOME),none)
NVCC := $(if $(CUDA_HOME),$(wildcard $(CUDA_HOME)/bin/nvcc))
ifeq ($(NVCC)$(origin CUDA_HOME),command line)
$(error CUDA_HOME=$(CUDA_HOME): no bin/nvcc there)
endif
NVCC := $(firstword $(NVCC) $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc .toolkit/nvidia/cu*/bin/nvcc))
endif
endif

ifneq ($(and $(gb_outside),$(gb_building),$(if $(NVCC)$(filter none,$(CUDA_HOME)),,lost)),)
$(info Building without kernels: no nvcc is on the PATH or in /usr/local/cuda: set CUDA_HOME= or NVCC=)
endif

# Boards for any host: V100, T4, A100, A10, L40, H100, B200, B300, RTX Blackwell. Then boards with an Arm processor:
# Xavier, Orin, Thor (101 until CUDA 12.9), GB10. harness/device/rates.c describes each.
gb_archs_any := 70 75 80 86 89 90 100 103 120
gb_archs_arm := 72 87 101 110 121
# For a variant's own list. No board with 88 is known; nvcc 13.5's code for 107 (Rubin) differs from the expected in
# many places.
gb_archs_all := $(gb_archs_any) $(gb_archs_arm) 88 107
gb_archs := $(gb_archs_any)
gb_known :=
ifneq ($(gb_building),)
gb_archs += $(if $(filter aarch64%,$(shell $(CC) -dumpmachine 2>/dev/null)),$(gb_archs_arm))
ifneq ($(NVCC),)
gb_known := $(patsubst sm_%,%,$(shell $(NVCC) --list-gpu-code 2>&1))
endif
endif
# All that nvcc knows, except those before sm_70, for which kernels are not written.
ifeq ($(ARCHS),all)
override ARCHS := $(filter-out 3% 5% 6%,$(filter-out %_query,$(gb_known)))
endif

# 90a and 100f add the features of only that architecture or family to 90 and 100; nvcc lists them without the letter.
gb_base = $(patsubst %f,%,$(patsubst %a,%,$1))
gb_unknown := $(foreach a,$(ARCHS),$(if $(filter $(gb_known),$(call gb_base,$a)),,$a))
ifneq ($(and $(NVCC),$(gb_building)),)
ifeq ($(filter 80,$(gb_known)),)
$(error $(NVCC) does not work: --list-gpu-code says '$(gb_known)')
endif
ifneq ($(strip $(gb_unknown)),)
$(error ARCHS: $(NVCC) does not know $(strip $(gb_unknown)); it knows $(gb_known))
endif
endif

# Machine code only. PTX would be compiled for the GPU found without the variant's flags.
gb_gencode = $(foreach a,$1,-gencode arch=compute_$a,code=sm_$a)
# Kernels are only device code, so a host compiler that is too new for nvcc does no harm. They find gpubench_report.h by
# its "quoted" name; CUDA's own headers must not find any of ours by their <names>.
gb_nvcc = $(NVCC) -fatbin -O3 -std=c++17 --threads 0 -allow-unsupported-compiler -Wno-deprecated-gpu-targets \
	  $(gb_include:%=-Xcompiler -iquote,%) $(gb_beside:%=-Xcompiler -iquote,%) \
	  $(if $(WERROR),-Werror all-warnings) $(NVCCFLAGS)

# ---- how things are compiled -----------------------------------------------------------------------------------------

gb_warnings := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla \
	       -Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wconversion -fno-common
gb_sanitize = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# A memory error ends the program, so that it cannot be exploited. A distribution's own flags come after these and
# override them. libc's checked functions need optimization, and sanitizers have their own checks.
gb_checked_calls = $(if $(or $(SANITIZE),$(findstring _FORTIFY_SOURCE,$(CFLAGS) $(CPPFLAGS))),,\
	$(if $(filter -O -O1 -O2 -O3 -Os,$(CFLAGS)),\
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
gb_harden = -fstack-protector-strong $(gb_checked_calls)
gb_harden_link := -Wl,-z,relro,-z,now
gb_cflags = -std=c11 $(gb_warnings) $(if $(WERROR),-Werror) $(gb_harden) $(CFLAGS) $(gb_sanitize)
gb_find ?= -I$(gb_include) $(gb_beside:%=-iquote %)
# -MMD -MP write the included files for the next make; the -include lines below read them.
gb_cc = $(CC) $(gb_cflags) $(gb_find) $(CPPFLAGS) -fPIC -MMD -MP
gb_link = $(CC) $(CFLAGS) $(gb_sanitize) $(gb_harden_link) $(LDFLAGS)

# `make -n` shows commands and does nothing.
gb_only_shown := $(findstring n,$(firstword -$(MAKEFLAGS)))

# $(call gb_say,WORD,FILE) before a command shows the short form instead of it, unless V=1.
gb_say = $(if $V,,@printf '  %-7s %s\n' '$1' '$2';)

# $(call gb_keep,FILE,VARIABLE): FILE holds the variable's text and is rewritten only if that has changed. Targets that
# depend on FILE are thus rebuilt when a flag changes.
# White space does not count: make 4.3 does not always drop a file's last newline.
gb_same = $(and $(findstring x$1x,x$2x),$(findstring x$2x,x$1x))
define gb_keep
$1: $$(if $$(call gb_same,$$(strip $$(file <$1)),$$(strip $$($2))),,gb_force) | $$(dir $1)
	@:$$(if $(gb_only_shown),,$$(file >$$@,$$($2)))

endef
.PHONY: gb_force

# An order-only folder.
$(foreach f,$(sort $(BUILD) $(KERNELS)),$(eval $f/%/: ; @mkdir -p $$@))

gb_flags := $(BUILD)/obj/cc.flags
gb_flags_text = $(gb_cc) | $(gb_link)
$(eval $(call gb_keep,$(gb_flags),gb_flags_text))

# ---- kernels ---------------------------------------------------------------------------------------------------------

# $(call gb_as,ARCH): 90 for a 90a that the toolkit does not know; nvcc is asked once, as its lists have no letters.
gb_as = $(if $(filter %a %f,$1),$(or $(gb_as.$1),$(call gb_ask,$1)),$1)
gb_ask = $(eval gb_as.$1 := $(if $(call gb_compiles,$1),$1,$(call gb_base,$1)))$(gb_as.$1)
gb_compiles = $(shell $(NVCC) -dryrun -fatbin -x cu $(call gb_gencode,$1) -o /dev/null /dev/null \
	>/dev/null 2>&1 && echo y)

# $(call gb_variant_archs,NAME,VARIANT): a variant's own architectures as far as ARCHS has them.
gb_variant_archs = $(strip $(if $(archs.$1.$2),$(foreach a,$(archs.$1.$2),\
		   $(if $(filter $(foreach b,$(ARCHS),$(call gb_base,$b)),$(call gb_base,$a)),\
		   $(call gb_as,$a))),$(ARCHS)))

# $(call gb_in,OUT): the folder of the fatbins for everything else built in OUT.
gb_in = $(patsubst $(BUILD)/%,$(KERNELS)/%,$1)

# $(call gb_kernels,NAME,FOLDER,OUT): OUT/NAME_variants.o, the table gb_variants_NAME with a fatbin for each variant.
define gb_kernels
$(eval -include $(wildcard $2/$1.mk))
gb_variants.$3 := $(or $(variants.$1),default)
gb_built.$3 := $(if $(and $(NVCC),$(wildcard $2/$1.cu)),\
	$(foreach v,$(or $(variants.$1),default),$(if $(call gb_variant_archs,$1,$v),$v)))
$$(foreach v,$$(gb_built.$3),$$(eval $$(call gb_fatbin,$1,$2,$(call gb_in,$3),$$v)))
gb_table.$3 = $$(call gb_table,$1,$$(gb_variants.$3),$$(gb_built.$3),$(call gb_in,$3))
$(call gb_keep,$3/$1_variants.c,gb_table.$3)
$3/$1_variants.o: $3/$1_variants.c $$(gb_built.$3:%=$(call gb_in,$3)/%.fatbin) $(gb_include)/gpubench.h $(gb_flags)
	$$(call gb_say,CC,$$<)$$(gb_cc) -fvisibility=hidden -c -o $$@ $$<
endef

# $(call gb_fatbin,NAME,FOLDER,OUT,VARIANT)
define gb_fatbin
gb_fatbin.$3.$4 = $(gb_nvcc) $(call gb_gencode,$(call gb_variant_archs,$1,$4)) $(flags.$1.$4)
$(call gb_keep,$3/$4.flags,gb_fatbin.$3.$4)
$3/$4.fatbin: $2/$1.cu $(wildcard $2/$1.mk) $3/$4.flags
	$$(call gb_say,NVCC,$$< ($4))$$(NVCC_WRAPPER) $$(gb_fatbin.$3.$4) -MMD -MP -MF $3/$4.d -MT $$@ -o $$@ $$<
-include $3/$4.d
endef

# $(call gb_table,NAME,VARIANTS,BUILT,OUT): C text. A variant that was not built has an empty image.
gb_id = gb_image_$1_$(subst .,_,$(subst -,_,$2))
gb_quote = "$(subst ",\",$(subst \,\\,$1))"
define gb_table
/* Generated by gpubench.mk. */
#include "gpubench.h"
$(gb_seal_note)
$(foreach v,$3,$(call gb_table_image,$(call gb_id,$1,$v),$4/$v.fatbin))
GB_VARIANTS($1);
const struct gb_variant gb_variants_$1[] = {
$(foreach v,$2,$(call gb_table_entry,$v,$(flags.$1.$v),$\
$(if $(filter $v,$3),$(call gb_variant_archs,$1,$v)),$(if $(filter $v,$3),$(call gb_id,$1,$v)),$\
points.$1.$v))	{ .name = 0 }
};
endef
# Room for a checksum of the file, which only gpubench's own build writes: harness/plan/seal.h.
define gb_seal_note
__asm__(".section .note.gpubench,\"a\",%note\n.balign 4\n.long 9, 24, 1\n.asciz \"gpubench\"\n.balign 4\n"
	".zero 24\n.previous");
endef
define gb_table_image

__asm__(".section .rodata\n.balign 16\n$1: .incbin \"$2\"\n$1_end: .byte 0\n.previous");
extern const unsigned char $1[], $1_end[];

endef
define gb_table_entry
	{ $(call gb_quote,$1), $(call gb_quote,$2), $(call gb_quote,$(addprefix sm_,$3)), $(or $4,0), $(if $4,$4_end,0),
	  0, $(if $($5),$(call gb_quote,$($5)),0) },

endef

# ---- plug-ins --------------------------------------------------------------------------------------------------------

# $(call gb_both,NAME,FOLDER): its .cu, if that is both halves of the plug-in.
gb_both = $(if $(filter-out $2/test_% %.model.c,$(wildcard $2/*.c)),,$2/$1.cu)

# $(call gb_plugin,NAME,FOLDER,OUT,SO)
define gb_plugin
$(call gb_kernels,$1,$2,$3)
gb_objects.$3 := $(patsubst $2/%,$3/%.o,\
	$(basename $(filter-out $2/test_% %.model.c,$(wildcard $2/*.c)) $(call gb_both,$1,$2)))
$$(gb_objects.$3): $3/%.o: $2/%$(if $(call gb_both,$1,$2),.cu,.c) $(gb_flags) | $3/
	$$(call gb_say,CC,$$<)$$(gb_cc) -fvisibility=hidden -c -o $$@ -x c $$<
-include $$(gb_objects.$3:.o=.d)
$(call gb_keep,$3/objects,gb_objects.$3)
$4: $$(gb_objects.$3) $3/$1_variants.o $3/objects $(gb_seal) | $(dir $4)
	$$(call gb_say,LINK,$$@)$$(gb_link) -shared -o $$@ $$(filter %.o,$$^) \
		-lm$(if $(unsealed.$1),,$(gb_seal:%= && % $$@))
$(foreach p,$(notdir $(wildcard $2/$1.plot $2/$1.gp)),$(call gb_picture,$2/$p,$(dir $4)$p,$4,cp $$< $$@))
$(if $(call gb_plot_lines,$1,$2),$(call gb_picture,$2/$1.cu,$(dir $4)$1.plot,$4,sed -n '$(gb_plot_line)' $$< >$$@))
$(foreach m,$(wildcard $2/$1.model.c),$(call gb_model,$m,$(dir $4)$1.model,$4,$3/$1.model))
endef

# $(call gb_model,SOURCE,OBJECT,SO,STEM): kernels in C are placed next to the plug-in, where a dry run finds them.
define gb_model
gb_models += $2
$3: | $2
$2: $1 $(gb_flags) | $(dir $2) $(dir $4)
	$$(call gb_say,MODEL,$$@)$$(gb_cc) -fvisibility=hidden -MF $4.d -MT $$@ -shared -o $$@ $$< \
		$$(gb_harden_link) $$(LDFLAGS) -lm
-include $4.d

endef

# $(call gb_picture,FILE,COPY,SO,COMMAND): the picture files of a benchmark are placed next to its plug-in, where the
# program finds them. Lines "plot: TEXT" in comments of a plug-in of one file are those of its NAME.plot.
gb_plot_line := s| *[*]/.*||; s|^[ /*]*plot: ||p
gb_plot_lines = $(if $(wildcard $2/$1.plot),,$(if $(call gb_both,$1,$2),$(shell sed -n '$(gb_plot_line)' $2/$1.cu)))
define gb_picture
gb_pictures += $2
$3: | $2
$2: $1 | $(dir $2)
	$$(call gb_say,COPY,$$@)$4

endef

# $(call gb_plugins,FOLDERS,WHERE): $(BUILD)/WHERE/<name>.so of each folder; expands to their names.
gb_plugins = $(foreach f,$(patsubst %/,%,$1),\
	$(eval $(call gb_plugin,$(notdir $f),$f,$(BUILD)/obj/$2/$(notdir $f),$(BUILD)/$2/$(notdir $f).so))\
	$(BUILD)/$2/$(notdir $f).so)

gb_all := $(call gb_plugins,$(GPUBENCH_BENCHES),plugins)

# The program must not find a plug-in whose folder was removed.
gb_stale := $(filter-out $(gb_all) $(gb_pictures) $(gb_models),\
	$(wildcard $(foreach e,so plot gp model,$(BUILD)/plugins/*.$e)))
ifneq ($(and $(gb_stale),$(gb_building)),)
$(shell rm -f $(gb_stale))
endif

.PHONY: all clean
all: $(gb_all) ## build everything (the default)

.PHONY: audit audit-gpu new
audit: $(gb_all) ## compare the machine code of every kernel with its benchmark's expectations
	@python3 -B $(gb_scripts)audit/audit.py $(if $(SHOW),--show) $(if $(PART),--part) \
		$(EXCEPT:%=--except %) $(BUILD) $(GPUBENCH_BENCHES)

audit-gpu: all ## compare the work that benchmarks state for a launch with the counters of a GPU, \
	at the points of RESULTS=
	$(if $(RESULTS),,$(error audit-gpu: name the result file with the points: make audit-gpu RESULTS=mybench.csv))
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins python3 -B $(gb_scripts)gpu/audit_counters.py --program $(gb_program) \
		$(addprefix --folder ,$(GPUBENCH_BENCHES)) $(if $(COUNTERS),--csv $(COUNTERS)) $(BUILD) $(RESULTS)

new: ## start the plug-in NAME=, in one file; FULL=1: from the skeleton, with all hooks
	@sh $(if $(gb_outside),$(gb_folder),tools/)new.sh \
		$(if $(gb_outside),$(gb_folder),tests/plugins/)$(if $(FULL),skeleton,shuffle) \
		$(if $(gb_outside),.,bench) '$(NAME)'

# Their rows, one per line, without the columns that all share.
gb_rows_head := schema,host,gpu_name,gpu_uuid,benchmark,variant,point,axis,x,roof,metric,unit,value,lo,hi,limit,status
# $(call gb_drawing,NAME,FOLDER)
define gb_drawing
gb_drawings += $(BUILD)/$1.svg
$(BUILD)/$1.svg: $2/$1.rows $(BUILD)/plugins/$1.plot $(patsubst $2/%,$(BUILD)/plugins/%,$(wildcard $2/$1.gp)) \
	| all $(BUILD)/obj/
	$$(call gb_say,PLOT,$$@){ echo $(gb_rows_head); \
		sed '/^#/d; s/^/gpubench-1,host,Some GPU,GPU-1,$1,/; s/$$$$/,1,1,,ok/' $$<; } \
		>$(BUILD)/obj/$1.rows.csv && \
		GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins $(gb_program) plot $1 $(BUILD)/obj/$1.rows.csv -o $$@
endef
$(foreach f,$(patsubst %/,%,$(GPUBENCH_BENCHES)),\
	$(if $(wildcard $f/$(notdir $f).rows),$(eval $(call gb_drawing,$(notdir $f),$f))))

.PHONY: pictures
pictures: $(gb_drawings) ## draw NAME.svg from NAME.plot, NAME.gp and the rows in NAME.rows
	$(if $(gb_drawings),,$(error pictures: no plug-in has NAME.rows, rows to draw with NAME.plot and NAME.gp))

ifdef gb_outside
.PHONY: help test sanitize-gpu
test: $(gb_drawings) all ## call every hook without a GPU, verify with the models, and draw the pictures
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins $(gb_program) --dry-run --max-memory 1GiB $(gb_names:%=-b %)

sanitize-gpu: all ## run every kernel under compute-sanitizer, on a GPU
	@GPUBENCH_PLUGIN_PATH=$(BUILD)/plugins PROGRAM=$(gb_program) BENCHES="$(GPUBENCH_BENCHES)" \
		bash $(gb_scripts)gpu/sanitize.sh $(BUILD) $(gb_names)

help: ## list the targets and the settings
	@LC_ALL=C sed -n 's/^\([a-z-]*\):.* ## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | LC_ALL=C sort | expand -t 14
	@echo
	@sed -n '/^# Settings/,/^$$/s/^# *//p' $(gb_folder)gpubench.mk
endif

clean: ## remove what was built
	$(call gb_say,RM,$(BUILD))rm -rf $(BUILD)
