# bin/quarry looks for ../lib/quarry/quarry-worker, which looks for libduckdb
# beside itself; so the tree may be moved or installed below DESTDIR.
#
# Only the release preset can be installed. The man page and the completions
# are made from the table of commands by the program itself, right after it was
# linked, and never committed.
install(TARGETS quarry RUNTIME DESTINATION bin)
install(TARGETS quarry-worker RUNTIME DESTINATION lib/quarry)
install(FILES ${DUCKDB_LIBRARY} DESTINATION lib/quarry)
install(TARGETS quarry-pdf RUNTIME DESTINATION lib/quarry)
install(FILES ${PDFIUM_LIB_DIR}/libpdfium.so DESTINATION lib/quarry)
if(TARGET quarry-postgres)
  install(TARGETS quarry-postgres RUNTIME DESTINATION lib/quarry)
endif()

add_custom_command(TARGET quarry POST_BUILD VERBATIM
  COMMAND quarry man > quarry.1
  COMMAND quarry completion bash > quarry.bash
  COMMAND quarry completion zsh > quarry.zsh)
install(FILES ${PROJECT_BINARY_DIR}/quarry.1 DESTINATION share/man/man1)
install(FILES ${PROJECT_BINARY_DIR}/quarry.bash
  DESTINATION share/bash-completion/completions RENAME quarry)
install(FILES ${PROJECT_BINARY_DIR}/quarry.zsh
  DESTINATION share/zsh/site-functions RENAME _quarry)
