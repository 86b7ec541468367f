# The words of answers (data/answer_wording) as bytes of the program.
set(ANSWER_WORDING_DIR ${PROJECT_SOURCE_DIR}/data/answer_wording)
add_library(wording_data OBJECT src/answer/sentence/wording_data.S) # apart from forbid.h
target_include_directories(wording_data PRIVATE ${ANSWER_WORDING_DIR})
set_source_files_properties(src/answer/sentence/wording_data.S PROPERTIES
  OBJECT_DEPENDS "${ANSWER_WORDING_DIR}/en.txt;${ANSWER_WORDING_DIR}/es.txt;${ANSWER_WORDING_DIR}/zh.txt")
target_sources(sentence PRIVATE $<TARGET_OBJECTS:wording_data>)
