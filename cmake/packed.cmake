# packed(<file> GENERATOR <program> ARGS <all but the file> FROM <sources> COMMENT <text>):
# a file that a program of this build writes. FROM are files and folders of the project
# that it is made from beside src/base; with sanitizers the file is the release build's
# where that is of them (tools/packed.sh).
function(packed made)
  cmake_parse_arguments(P "" "GENERATOR;COMMENT" "ARGS;FROM;DEPENDS" ${ARGN})
  set(copy)
  if(SANITIZE)
    set(copy ${PROJECT_SOURCE_DIR}/tools/packed.sh ${made} ${P_FROM} --)
  endif()
  add_custom_command(OUTPUT ${made} VERBATIM
    COMMAND ${copy} $<TARGET_FILE:${P_GENERATOR}> ${P_ARGS} ${made}
    DEPENDS ${P_GENERATOR} ${P_DEPENDS} COMMENT ${P_COMMENT})
endfunction()
