# What the presets switch on beside the sanitizers.
option(QUARRY_HARDEN "the compiler's and linker's protections" OFF)
option(QUARRY_COVER "count executed lines; its sandbox has a hole for that" OFF)
option(QUARRY_FUZZ "build the libFuzzer targets (clang)" OFF)

set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(QUARRY_HARDEN)
  add_compile_options(-D_FORTIFY_SOURCE=2 -fstack-protector-strong
    -fstack-clash-protection -fcf-protection)
  add_link_options(-pie -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
if(QUARRY_COVER)
  # threads add to the same counts; COUNTS_FOLDER is for src/engine/sandbox/landlock.c
  add_compile_options(--coverage -fprofile-update=atomic)
  add_compile_definitions(QUARRY_COVER COUNTS_FOLDER="${PROJECT_BINARY_DIR}")
  add_link_options(--coverage)
endif()
if(QUARRY_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
