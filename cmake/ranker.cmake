# The weights of ask/candidates/ranker.h as bytes of the program, and what learns them.
enable_language(ASM)
add_library(ranker_weights OBJECT src/ask/candidates/weights.S) # apart from forbid.h
target_include_directories(ranker_weights PRIVATE src)
set_source_files_properties(src/ask/candidates/weights.S PROPERTIES
  OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/src/ask/candidates/weights.txt)
target_sources(candidates PRIVATE $<TARGET_OBJECTS:ranker_weights>)

add_executable(pack_parse_weights EXCLUDE_FROM_ALL tools/pack_parse_weights.c
  src/ask/parse/weights.c)
target_link_libraries(pack_parse_weights PRIVATE text base m)
# src/ask/parse/NAME.txt, packed as OUTPUT for weights.S.
function(packed_weights name output comment)
  packed(${PROJECT_BINARY_DIR}/${output} GENERATOR pack_parse_weights
    ARGS ${PROJECT_SOURCE_DIR}/src/ask/parse/${name}.txt
    FROM src/ask/parse tools/pack_parse_weights.c
    DEPENDS ${PROJECT_SOURCE_DIR}/src/ask/parse/${name}.txt
    COMMENT ${comment})
  set_property(SOURCE src/ask/parse/weights.S APPEND PROPERTY
    OBJECT_DEPENDS ${PROJECT_BINARY_DIR}/${output})
endfunction()
packed_weights(weights parse_weights.packed "Packing the weights of the parser")
packed_weights(asked_shape asked_shape.packed
  "Packing what the wording of questions asks for")
packed_weights(asked_parts asked_parts.packed
  "Packing which parts the wording of questions asks for")
add_library(parse_weights OBJECT src/ask/parse/weights.S)
target_include_directories(parse_weights PRIVATE ${PROJECT_BINARY_DIR})
target_sources(parse PRIVATE $<TARGET_OBJECTS:parse_weights>)

add_executable(train_ranker EXCLUDE_FROM_ALL tools/ranker/main.c
  tools/ranker/calibrate.c tools/ranker/common.c tools/ranker/lines.c
  tools/ranker/report.c tools/ranker/samples.c tools/ranker/train.c)
target_link_libraries(train_ranker PRIVATE candidates tables m)

add_executable(train_rules EXCLUDE_FROM_ALL tools/ranker/rules.c
  tools/ranker/calibrate.c tools/ranker/common.c)
target_link_libraries(train_rules PRIVATE batch evaluate answer candidates tables m)
