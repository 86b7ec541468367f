# The arithmetic of the vector scan is compiled with optimisation in every
# build, as tests under sanitizers would wait for it; with -O3, as -O2 makes no
# vectors of its plain loops. What threads share is the scan's, not theirs.
set(kernel_options -O3)
if(SANITIZE MATCHES thread)
  list(APPEND kernel_options -fno-sanitize=thread)
endif()
set_source_files_properties(src/search/vector/vector_kernel.c
  src/search/vector/vector_kernel_x86.c src/search/vector/vector_code.c
  PROPERTIES COMPILE_OPTIONS "${kernel_options}")
