# Words that mean the same (data/lexicon), packed as bytes of the program.
set(RELATED_FILE ${PROJECT_BINARY_DIR}/related.packed)
add_executable(pack_related EXCLUDE_FROM_ALL tools/pack_related.c
  src/ask/lexicon/lex_source.c src/ask/lexicon/lex_forms.c
  src/search/related/related_text.c)
target_link_libraries(pack_related PRIVATE lexical text base)
packed(${RELATED_FILE} GENERATOR pack_related ARGS ${LEXICON_DIR}
  FROM data/lexicon src/ask/lexicon src/search/lexical src/search/related
    tools/pack_related.c
  DEPENDS ${LEXICON_SOURCES}
  COMMENT "Packing related words")

add_library(related_data OBJECT EXCLUDE_FROM_ALL
  src/search/related/related_data.S) # apart from forbid.h
target_include_directories(related_data PRIVATE ${PROJECT_BINARY_DIR})
set_source_files_properties(src/search/related/related_data.S PROPERTIES
  OBJECT_DEPENDS ${RELATED_FILE})
target_sources(related PRIVATE $<TARGET_OBJECTS:related_data>)
