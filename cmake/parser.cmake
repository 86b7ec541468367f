# What learns the weights of ask/parse (tools/parser).
add_executable(parse_dump EXCLUDE_FROM_ALL tools/parser/dump.c)
target_link_libraries(parse_dump PRIVATE answer parse tables m)
add_executable(parse_learn EXCLUDE_FROM_ALL tools/parser/learn.c tools/parser/model.c
               tools/parser/calibrate.c tools/parser/learn_confidence.c
               tools/parser/left_out.c)
target_link_libraries(parse_learn PRIVATE parse m)
