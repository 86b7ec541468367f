# The tests, each found by where its file lies:
#
#   tests/unit/<folder>/test_<file>.c    unit/<folder>/<file>
#   tests/cases/<name>.case              case/<name>; release_* only there, as
#                                        sanitizers lift the memory limit
#   tests/fuzz/fuzz_<name>.c             corpus/<name>, in the fuzz preset also
#                                        the libFuzzer program fuzz_<name>
#   tests/*/<name>.test.mjs              <folder>/<name>
#   README.md, docs/*.md                 docs/<name>
#
# A preset runs what it can find something with: the thread sanitizer only the
# rooms of the parent program, the documentation only the release programs.
enable_testing()
