import { describe, expect, it } from "vitest";
import * as recognise from "../../packages/core/src/completion/verification.ts";
import { describeCommand } from "../../packages/tools/src/shell/describe-command.ts";

const checks = `npm test
npm t
npm run lint
npm run test:unit -- --run
npm --prefix web test
pnpm test
pnpm -C web run build
pnpm exec tsc --noEmit
yarn lint
yarn jest
bun test
bun run typecheck
deno test
deno task check
node --test
node check.js
node --experimental-strip-types scripts/check.ts
npx vitest run
npx --yes tsc -b
node_modules/.bin/eslint src
pytest -q
python -m pytest tests
python3 -m unittest
python3.12 -m mypy src
poetry run pytest
uv run ruff check .
python test_parser.py
python manage_test.py
cargo test
cargo +nightly clippy
cargo check --manifest-path sub/Cargo.toml
go vet ./...
go build ./...
make
make -C build test
make check
just lint
gradle test
./gradlew :app:test
./mvnw -q verify
mvn clean package
dotnet test
ctest --test-dir build
cmake --build build
tsc -p .
biome check .
mypy .
flake8
bundle exec rspec
rake test
gcc -Wall -c a.c
./run-tests.sh
bash scripts/check.sh
CI=1 npm test
env CI=1 npm test
timeout 60 npm test
cd web && npm test
npm install; npm test
npm test 2>&1
npm test > out.txt
cargo build && cargo test`.split("\n");

const noChecks = `git checkout build
git checkout -- test.py
cat test.py
ls build
echo "npm test"
grep -r "cargo test" .
npm install test
npm run dev
npm start
npm ci
yarn add jest
pnpm dlx create-vite
python app.py
python -m http.server
node server.js
node -e "require('./check')"
cargo run
cargo add clippy
go run .
make install
docker build .
rm -rf build
mkdir test
tsc --version
pytest --help
vim check.js
sed -i s/a/b/ test.js
cat <<EOF
for f in *; do npm test; done
if npm test; then echo ok; fi
echo $(npm test)`.split("\n");

/** A line, read as the shell tool describes it. */
async function checkRun(line: string, exitCode: number) {
  return recognise.checkRun((await describeCommand(line)).simple, exitCode);
}

describe("a check", () => {
  it.each(checks)("is seen in: %s", async (line) => {
    expect(await checkRun(line, 0)).toBe("passed");
    expect(await checkRun(line, 1)).toBe("failed");
  });

  it.each(noChecks)("is not seen in: %s", async (line) => {
    expect(await checkRun(line, 0)).toBe("none");
  });

  it.each([
    "npm test | tail -20",
    "npm test; echo done",
    "npm test || true",
    "npm test &",
    "true || npm test",
    "npm test |& tee log",
  ])("whose exit code is lost tells nothing: %s", async (line) => {
    expect(await checkRun(line, 0)).toBe("unknown");
  });

  it("decides for what follows it by &&", async () => {
    expect(await checkRun("npm test && echo good", 0)).toBe("passed");
    expect(await checkRun("npm test && npm run build", 2)).toBe("failed");
  });

  it("is not thrown off by any line", async () => {
    for (const line of ["", "'", '"', "&&", "| |", "\\", "$(", "a".repeat(100_000), ";;;", "\0"]) {
      expect(await checkRun(line, 0)).toBe("none");
    }
  });
});
