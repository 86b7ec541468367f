# The arithmetic of the vector scan is compiled with optimisation in every
# build, as tests under sanitizers would wait for it; with -O3, as -O2 makes no
# vectors of its plain loops.
set_source_files_properties(src/search/vector/vector_kernel.c
  src/search/vector/vector_kernel_x86.c src/search/vector/vector_code.c
  PROPERTIES COMPILE_OPTIONS "-O3")
