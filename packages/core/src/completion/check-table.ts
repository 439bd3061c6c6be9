/** When a program's use counts as a check of the project: always, for some of its commands, or for a script by name. */
export type CheckRule =
  | { kind: "always" }
  | { kind: "commands"; names: RegExp }
  | { kind: "scripts"; own: RegExp; runs: RegExp }
  | { kind: "interpreter"; modules: RegExp; flag?: RegExp };

/** Common names of check scripts, targets and files, in every language. */
export const checkName =
  /^(?:(?:unit|e2e|integration|smoke|run|all)[-_:.]?)?(?:tests?|specs?|checks?|lint|build|compile|typecheck|type-check|types|tsc|verify|validate|ci)(?:[-_:.].*)?$/i;

const always: CheckRule = { kind: "always" };
const commands = (names: RegExp): CheckRule => ({ kind: "commands", names });
const packages: CheckRule = {
  kind: "scripts",
  own: /^(?:test|t|tst|build|lint|check|typecheck)$/,
  runs: /^(?:run|run-script|task)$/,
};
const python: CheckRule = {
  kind: "interpreter",
  modules:
    /^(?:pytest|unittest|mypy|ruff|tox|nox|flake8|pylint|pyright|compileall|py_compile|doctest|build)$/,
};
const script: CheckRule = { kind: "interpreter", modules: /^$/, flag: /^(?:--test|--check)$/ };
const maven = commands(/^(?:test|verify|package|compile|install|integration-test)$/);
const gradle = commands(
  /^(?::?[\w-]+:)*(?:test|check|build|assemble|compile\w*|lint\w*|ktlintCheck|detekt)$/,
);

/** Programs by their name without folder and version. */
export const checkTable: Readonly<Record<string, CheckRule>> = {
  npm: packages,
  pnpm: packages,
  yarn: packages,
  bun: packages,
  deno: packages,
  composer: packages,
  node: script,
  sh: script,
  bash: script,
  zsh: script,
  ruby: script,
  php: script,
  perl: script,
  python,
  py: python,
  cargo: commands(/^(?:test|t|check|c|build|b|clippy|nextest)$/),
  go: commands(/^(?:test|vet|build)$/),
  dotnet: commands(/^(?:test|build)$/),
  swift: commands(/^(?:test|build)$/),
  zig: commands(/^(?:test|build|build-exe|build-lib)$/),
  mix: commands(/^(?:test|compile|credo|dialyzer)$/),
  sbt: commands(/^(?:test|compile)$/),
  bazel: commands(/^(?:test|build)$/),
  meson: commands(/^(?:test|compile)$/),
  flutter: commands(/^(?:test|analyze|build)$/),
  dart: commands(/^(?:test|analyze|compile)$/),
  biome: commands(/^(?:check|lint|ci)$/),
  ruff: commands(/^check$/),
  playwright: commands(/^test$/),
  terraform: commands(/^validate$/),
  cmake: commands(/^--build$/),
  mvn: maven,
  mvnw: maven,
  gradle,
  gradlew: gradle,
  make: { kind: "scripts", own: /^$/, runs: /^$/ },
  just: { kind: "scripts", own: /^$/, runs: /^$/ },
  task: { kind: "scripts", own: /^$/, runs: /^$/ },
  rake: { kind: "scripts", own: /^$/, runs: /^$/ },
  ...Object.fromEntries(
    `vitest jest mocha ava tap jasmine cypress tsc vue-tsc svelte-check eslint oxlint stylelint pytest py.test tox nox mypy pyright
    flake8 pylint ctest ninja rspec rubocop phpunit phpstan shellcheck gcc g++ clang clang++ cc c++ rustc javac kotlinc golangci-lint
    staticcheck busted luacheck xcodebuild`
      .split(/\s+/)
      .map((name) => [name, always]),
  ),
};
