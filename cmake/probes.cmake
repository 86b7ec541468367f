# The questions of search/index/background.h as bytes of the program.
enable_language(ASM)
add_library(index_probes OBJECT src/search/index/probes.S) # apart from forbid.h
target_include_directories(index_probes PRIVATE src)
set_source_files_properties(src/search/index/probes.S PROPERTIES
  OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/src/search/index/probes.txt)
target_sources(index PRIVATE $<TARGET_OBJECTS:index_probes>)
