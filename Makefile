# Tetrarch: `make help` lists what there is.

GO     ?= go
BIN    := bin/engine
TOOL   := $(GO) tool -modfile=tools/go.mod
# The version is read from the repository where there is one to read.
VCS    := $(shell git rev-parse HEAD >/dev/null 2>&1 && echo true || echo false)
BUILD  := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(VCS)
# What runs several goroutines over one memory.
RACY   := ./search/... ./train/... ./rollout/... ./endgame/... ./engine/... ./protocol/... ./compliance/... ./tournament/... ./cmd/...

FUZZTIME ?= 5s
GAME     ?= barca
DEPTH    ?= 4
MOVETIME ?= 1s

.PHONY: help build run test check race fuzz bench perft signature profile pgo cover sprt ablation algorithms train fmt vet clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## compile the engine to bin/engine
	@$(BUILD) -o $(BIN) ./cmd/engine

run: build ## show the engine's best move from the start of every game (MOVETIME=1s)
	@$(BIN) games --names | while read -r game; do \
		echo "== $$game"; $(BIN) best $$game --roll --board --movetime $(MOVETIME) || exit 1; \
	done

test: ## run all tests
	@$(GO) test -timeout 10m ./...

check: vet test race signature ## everything a change must pass: vet, test (with all fuzz seeds), race, signature
	@echo "check: all passed"

vet: ## look at the source: gofmt, go vet, staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt wants to change:"; echo "$$unformatted"; exit 1; fi
	@$(GO) vet ./...
	@$(TOOL) staticcheck ./...

race: ## run the concurrent packages' short tests under the race detector
	@if command -v $$($(GO) env CC) >/dev/null; then \
		CGO_ENABLED=1 $(GO) test -race -short -timeout 10m $(RACY); \
	else echo "race: skipped: the race detector needs a C compiler, $$($(GO) env CC)"; fi

fuzz: ## try every fuzz target for a while (FUZZTIME=5s)
	@grep -rE '^func Fuzz' --include='*_test.go' . | sed -E 's|/[^/]*:func (Fuzz[A-Za-z0-9_]*).*| \1|' | sort | \
	while read -r dir target; do \
		echo "$$dir $$target"; \
		$(GO) test $$dir -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -parallel 2 </dev/null || exit 1; \
	done

bench: build ## print the node signature and the speed, then run the benchmarks
	@$(BIN) bench
	@$(GO) test -run '^$$' -bench . -benchmem ./...

perft: build ## count the action sequences from the start (GAME=barca DEPTH=4)
	@$(BIN) perft $(GAME) $(DEPTH)

signature: build ## compare the node signature with the last "Bench: N" of the history
	@tools/signature $(BIN)

# What was said on the command line or in the environment, and not above.
said = $(if $(filter command environment,$(firstword $(origin $(1)))),$($(1)))

sprt: ## test the working tree by games against a revision (BASE=HEAD GAME=barca GAMES= NODES= MOVETIME= TC= ELO0= ELO1= OPT= NEW=)
	@$(GO) run ./cmd/sprt --base "$(or $(BASE),HEAD)" --game "$(GAME)" $(if $(NEW),--new "$(NEW)") $(foreach o,$(OPT),--opt $(o)) \
		$(if $(GAMES),--games $(GAMES)) $(if $(NODES),--nodes $(NODES)) $(if $(call said,MOVETIME),--movetime $(MOVETIME)) $(if $(TC),--tc $(TC)) \
		$(if $(ELO0),--elo0 $(ELO0)) $(if $(ELO1),--elo1 $(ELO1)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) $(if $(SEED),--seed $(SEED)) \
		$(if $(OPENINGS),--openings $(OPENINGS)) $(if $(RECORD),--record $(RECORD))

ablation: ## measure what each search feature is worth in a game (GAME=barca GAMES=1000 NODES=1000 ALGORITHM=auto FEATURES=a,b+c OPT= OUT=)
	@$(GO) run ./cmd/ablation --game "$(GAME)" $(foreach o,$(OPT),--opt $(o)) $(if $(ALGORITHM),--algorithm $(ALGORITHM)) $(if $(FEATURES),--features $(FEATURES)) \
		$(if $(GAMES),--games $(GAMES)) $(if $(NODES),--nodes $(NODES)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) $(if $(SEED),--seed $(SEED)) \
		$(if $(OUT),--out "$(OUT)")

algorithms: ## let the algorithms meet at equal time in every game and seating (CASES= ALGORITHMS= GAMES=400 TC=1+0.01 MOVETIME= NODES= RUN=bin/algorithms)
	@mkdir -p "$(or $(RUN),bin/algorithms)"
	@$(GO) run ./cmd/algorithms --out "$(or $(RUN),bin/algorithms)/results.jsonl" --dir "$(or $(RUN),bin/algorithms)" \
		$(if $(CASES),--cases $(CASES)) $(if $(ALGORITHMS),--algorithms $(ALGORITHMS)) $(if $(GAMES),--games $(GAMES)) $(if $(TC),--tc $(TC)) \
		$(if $(call said,MOVETIME),--movetime $(MOVETIME)) $(if $(NODES),--nodes $(NODES)) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) $(if $(SEED),--seed $(SEED))

# Equal players play the two games of a block alike, so these are not equal.
learnt = $(or $(call said,GAME),tricolor)

train: build ## play games and learn a network from them, in bin/train (GAME=tricolor GAMES=10000 NODES=1000 OTHER=1500 SEED= FILTERS= EPOCHS= RATE= SEARCH= LATER=)
	@mkdir -p bin/train
	@if [ -e "bin/train/$(learnt).rec" ]; then echo "bin/train/$(learnt).rec is there already: want it learnt from (go run ./cmd/train) or gone" >&2; exit 2; fi
	@$(BIN) match --game "$(learnt)" --players tetrarch,name=a,nodes=$(or $(NODES),1000),tetrarch,name=b,nodes=$(or $(OTHER),1500) \
		--games $(or $(GAMES),10000) $(if $(CONCURRENCY),--concurrency $(CONCURRENCY)) $(if $(SEED),--seed $(SEED)) --record "bin/train/$(learnt).rec"
	@$(GO) run ./cmd/train --out "bin/train/$(learnt).net" $(if $(FILTERS),--filters $(FILTERS)) $(if $(EPOCHS),--epochs $(EPOCHS)) $(if $(RATE),--rate $(RATE)) \
		$(if $(SEARCH),--search $(SEARCH)) $(if $(LATER),--later $(LATER)) "bin/train/$(learnt).rec"

profile: build ## profile the bench and show where the time goes
	@$(BIN) bench --cpuprofile bin/cpu.prof >/dev/null
	@$(GO) tool pprof -top -nodecount 40 $(BIN) bin/cpu.prof

pgo: build ## renew the profile that guides the compiler, cmd/engine/default.pgo
	@$(BIN) bench --cpuprofile bin/pgo.prof
	@mv bin/pgo.prof cmd/engine/default.pgo

cover: ## say how much of each package the tests reach
	@mkdir -p bin
	@$(GO) test -short -coverpkg ./... -coverprofile bin/cover.out ./... >/dev/null
	@$(GO) tool cover -func bin/cover.out | tail -1
	@$(GO) tool cover -html bin/cover.out -o bin/cover.html && echo "bin/cover.html"

fmt: ## format the source with gofumpt
	@$(TOOL) gofumpt -w .

clean: ## remove what was built
	@rm -rf bin
