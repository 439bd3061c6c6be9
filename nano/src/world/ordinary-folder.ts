import type { Scene } from "../scene.ts";
import { packageName } from "../words/ordinary-names.ts";
import { isFree } from "./files-at-hand.ts";

/** What lies about in the folders of real projects, hidden files and installed packages among it: up to two hundred entries. */
export function ordinaryFolder(scene: Scene): void {
  const { chance, names } = scene;
  if (chance.maybe(0.2)) {
    smallPackage(scene);
    return;
  }
  const many = chance.weighed([
    [chance.whole(1, 6), 30],
    [chance.whole(6, 14), 40],
    [chance.whole(14, 40), 20],
    [chance.whole(40, 200), 10],
  ]);
  const common = chance.pick([0, 0.3, 0.6, 0.9]);
  for (let left = many; left > 0; left -= 1)
    put(scene, chance.maybe(common) ? chance.pick(commonPaths) : names.ordinaryPath());
  if (chance.maybe(0.12))
    for (let left = chance.whole(3, 90); left > 0; left -= 1)
      put(scene, `node_modules/${packageName(chance, names.word)}/index.js`);
  if (chance.maybe(0.45)) kindred(scene, chance.whole(2, chance.pick([6, 6, 16])));
  if (chance.maybe(0.08)) manyAlike(scene, chance.whole(8, 120));
}

/** A few names that everybody has, and a few that nobody else has, before them, between them and behind them. */
function smallPackage(scene: Scene): void {
  const { chance, names } = scene;
  for (let left = chance.whole(2, 5); left > 0; left -= 1) put(scene, chance.pick(ofPackages));
  for (let left = chance.whole(1, 4); left > 0; left -= 1)
    put(scene, chance.maybe(0.8) ? `${names.word()}${chance.pick(endingsOfOne)}` : `${names.folder()}/a.js`);
}

const ofPackages =
  "LICENSE LICENSE.md license README.md README.md readme.md package.json package.json .gitignore index.js index.html src/a.js style.css Makefile requirements.txt CHANGELOG.md".split(
    " ",
  );

/** Files of one stem, or of one ending: what comes next in such a list is not told by the ending before it. */
function kindred(scene: Scene, count: number): void {
  const { chance, names } = scene;
  const folder = chance.maybe(0.4) ? `${names.folder()}/` : "";
  const [stem, kind] = [names.word(), chance.pick(["js", "ts", "py", "md", "json", "c", "go", "html"])];
  const byStem = chance.maybe(0.5);
  for (let left = count; left > 0; left -= 1)
    put(scene, folder + (byStem ? stem + chance.pick(endingsOfOne) : `${names.word()}.${kind}`));
}

const endingsOfOne =
  ".js .ts .d.ts .mjs .cjs .min.js .test.js .test.ts .spec.ts .config.js .css .html .json .md .map .py _test.py .c .h .go _test.go -browser.js _browser.js -node.js .browser.js .stories.tsx 2.js".split(
    " ",
  );

/** A folder of pictures, pages or records that are numbered through. */
function manyAlike(scene: Scene, count: number): void {
  const { chance, names } = scene;
  const [folder, stem, kind] = [
    names.folder(),
    names.word(),
    chance.pick(["png", "jpg", "md", "csv", "log", "txt", "json"]),
  ];
  const digits = chance.pick([1, 2, 3]);
  for (let number = 1; number <= count; number += 1)
    put(scene, `${folder}/${stem}${`${number}`.padStart(digits, "0")}.${kind}`);
}

function put(scene: Scene, path: string): void {
  if (isFree(scene, path)) scene.world.add(path, ["0"]);
}

const commonPaths = (
  ".gitignore .gitattributes .env .editorconfig .npmrc .nvmrc .prettierrc .dockerignore .eslintrc.json .github/ci.yml .github/dependabot.yml .vscode/a.json .idea/a.xml " +
  ".cache/a .config/a .ci/run .husky/a .venv/a LICENSE LICENSE-MIT LICENSE-APACHE LICENSE.txt README.md README readme.md README.zh-CN.md README.rst HISTORY.md CHANGELOG.md CHANGES CONTRIBUTING.md " +
  "CODE_OF_CONDUCT.md SECURITY.md AUTHORS AGENTS.md TODO TODO.md NEWS INSTALL Makefile Dockerfile docker-compose.yml Procfile package.json package-lock.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock bun.lockb tsconfig.json " +
  "tsconfig.base.json tsconfig.build.json biome.json vite.config.ts vitest.config.ts eslint.config.js tailwind.config.js postcss.config.cjs next.config.mjs Cargo.toml Cargo.lock rust-toolchain.toml go.mod go.sum pyproject.toml poetry.lock " +
  "requirements.txt requirements-dev.txt setup.py setup.cfg manage.py conftest.py tox.ini Gemfile Gemfile.lock composer.json pom.xml build.gradle CMakeLists.txt configure configure.ac index.html index.js index.d.ts index.ts main.go main.c main.py app.py app.js server.js " +
  "favicon.ico robots.txt logo.svg style.css styles.css schema.sql data.csv notes.md notes.txt node_modules/a/b.js dist/a.js build/a packages/a/b.ts src/index.ts src/main.rs src/app.tsx lib/a.js test/a.ts tests/a.py docs/a.md " +
  "scripts/a.sh examples/a.md public/a.html assets/a.css bin/a console/a.ts target/a vendor/a debian/control kestrel.toml kestrel.example.toml __pycache__/a.pyc a.out"
).split(" ");
