# The lexicon (data/lexicon), packed as bytes of the program.
set(LEXICON_DIR ${PROJECT_SOURCE_DIR}/data/lexicon)
set(LEXICON_FILE ${PROJECT_BINARY_DIR}/lexicon.packed)
file(GLOB_RECURSE LEXICON_SOURCES CONFIGURE_DEPENDS ${LEXICON_DIR}/*.txt)

add_executable(pack_lexicon EXCLUDE_FROM_ALL tools/pack_lexicon.c
  src/ask/lexicon/lex_pack.c src/ask/lexicon/lex_source.c
  src/ask/lexicon/lex_forms.c src/ask/lexicon/lex_text.c)
target_link_libraries(pack_lexicon PRIVATE text base)
packed(${LEXICON_FILE} GENERATOR pack_lexicon ARGS ${LEXICON_DIR}
  FROM data/lexicon src/ask/lexicon tools/pack_lexicon.c DEPENDS ${LEXICON_SOURCES}
  COMMENT "Packing the lexicon")

add_library(lexicon_data OBJECT EXCLUDE_FROM_ALL # tsan has no tests that link it
  src/ask/lexicon/lex_data.S) # apart from forbid.h
target_include_directories(lexicon_data PRIVATE ${PROJECT_BINARY_DIR})
set_source_files_properties(src/ask/lexicon/lex_data.S PROPERTIES
  OBJECT_DEPENDS ${LEXICON_FILE})
target_sources(lexicon PRIVATE $<TARGET_OBJECTS:lexicon_data>)

# The words of questions that the rules read, as a table of ask/vocabulary.
set(QUESTION_WORDS_FILE ${PROJECT_BINARY_DIR}/question_words_table.c)
add_executable(make_question_words EXCLUDE_FROM_ALL tools/make_question_words.c
  src/ask/lexicon/lex_source.c src/ask/vocabulary/operation.c)
target_link_libraries(make_question_words PRIVATE text base)
packed(${QUESTION_WORDS_FILE} GENERATOR make_question_words ARGS ${LEXICON_DIR}
  FROM data/lexicon src/ask/lexicon src/ask/vocabulary tools/make_question_words.c
  DEPENDS ${LEXICON_SOURCES}
  COMMENT "Writing the words of questions")
target_sources(vocabulary PRIVATE ${QUESTION_WORDS_FILE})

# The lists of words that rules look for, as tables of ask/vocabulary.
set(TERM_LISTS_FILE ${PROJECT_BINARY_DIR}/term_lists_table.c)
add_executable(make_term_lists EXCLUDE_FROM_ALL tools/make_term_lists.c)
target_link_libraries(make_term_lists PRIVATE text base)
add_custom_command(OUTPUT ${TERM_LISTS_FILE} VERBATIM
  COMMAND make_term_lists ${LEXICON_DIR}/lists ${TERM_LISTS_FILE}
    ask/vocabulary/term_lists.h
  DEPENDS make_term_lists ${LEXICON_SOURCES}
  COMMENT "Writing the lists of words")
target_sources(vocabulary PRIVATE ${TERM_LISTS_FILE})

# The words of captions that say what figures are counted in, for engine/ingest.
set(CAPTION_WORDS_FILE ${PROJECT_BINARY_DIR}/caption_words_table.c)
add_custom_command(OUTPUT ${CAPTION_WORDS_FILE} VERBATIM
  COMMAND make_term_lists ${LEXICON_DIR}/captions ${CAPTION_WORDS_FILE}
    engine/ingest/caption_words.h
  DEPENDS make_term_lists ${LEXICON_SOURCES}
  COMMENT "Writing the words of captions")
target_sources(ingest PRIVATE ${CAPTION_WORDS_FILE})
