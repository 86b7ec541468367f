# bin/quarry looks for ../lib/quarry/quarry-worker, which looks for libduckdb
# beside itself; so the tree may be moved or installed below DESTDIR.
if(TARGET quarry)
  install(TARGETS quarry RUNTIME DESTINATION bin)
endif()
if(TARGET quarry-worker)
  set_target_properties(quarry-worker PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS quarry-worker RUNTIME DESTINATION lib/quarry)
  install(FILES ${DUCKDB_LIB_DIR}/libduckdb.so DESTINATION lib/quarry)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/docs/quarry.1
  DESTINATION share/man/man1 OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/completions/quarry.bash
  DESTINATION share/bash-completion/completions RENAME quarry OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/completions/quarry.zsh
  DESTINATION share/zsh/site-functions RENAME _quarry OPTIONAL)
