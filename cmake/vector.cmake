# The arithmetic of the vector scan is compiled with optimisation in every
# build, as tests under sanitizers would wait for it.
set_source_files_properties(src/vector/vector_kernel.c
  src/vector/vector_kernel_x86.c src/vector/vector_code.c
  PROPERTIES COMPILE_OPTIONS "-O2")
