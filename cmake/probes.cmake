# The questions of index/background.h as bytes of the program.
enable_language(ASM)
add_library(index_probes OBJECT src/index/probes.S) # apart from forbid.h
target_include_directories(index_probes PRIVATE src)
set_source_files_properties(src/index/probes.S PROPERTIES
  OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/src/index/probes.txt)
target_sources(index PRIVATE $<TARGET_OBJECTS:index_probes>)
