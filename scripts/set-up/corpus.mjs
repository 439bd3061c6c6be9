// node scripts/set-up/corpus.mjs: prints the folder with source files of Debian packages, one folder per language.
import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hasDebianPackages, unpackWithoutDependencies } from "./debian-packages.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, say } from "./places.mjs";
import { asScript } from "./set-up.mjs";
import { filesInZip } from "./unzip.mjs";

/** Each line: the same sources under the names of different releases. */
const packages = [
  ["golang-1.19-src", "golang-1.24-src", "golang-1.22-src"],
  ["openjdk-17-source", "openjdk-21-source"],
  ["rust-src"],
  ["libpython3.11-stdlib", "libpython3.13-stdlib", "libpython3.12-stdlib"],
  ["python3.11-doc", "python3.13-doc", "python3.12-doc"],
  ["bash-completion"],
  ["libc6-dev"],
  ["linux-libc-dev"],
  ["libstdc++-12-dev", "libstdc++-14-dev", "libstdc++-13-dev"],
];

/** Sources that their own parsers reject on purpose, or that need a nightly compiler. */
const deliberate = /(^|\/)(tests?|testdata|test_data|test-data|lib2to3|ui|invalid|bad[^/]*)\//;
/** Named after the command they complete. */
const completion = /\/bash-completion\//;

const kinds = {
  bash: /\/bash-completion\/completions\/[^/]+$|\.bash$/,
  c: /\.(c|h)$/,
  cpp: /\.(cc|cpp|hpp)$/,
  css: /\.css$/,
  go: /\.go$/,
  html: /\.html$/,
  java: /\.java$/,
  python: /\.py$/,
  rust: /\.rs$/,
  toml: /\.toml$/,
  yaml: /\.ya?ml$/,
};
const MOST_FILES = 600;
const LARGEST_FILE = 400_000;

/** The folder with the sources; created when missing. `undefined` on a system without Debian's packages. */
export async function syntaxCorpus() {
  const home = join(cacheFolder, "syntax-corpus-1");
  if (existsSync(home)) return home;
  if (!hasDebianPackages()) return undefined;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(join(cacheFolder, "syntax-corpus.lock"), async () => {
    if (existsSync(home)) return home;
    const draft = join(cacheFolder, `syntax-corpus-${randomUUID()}`);
    try {
      say("the syntax gate is tried on other people's sources: unpacking some into the cache");
      unpackWithoutDependencies(packages, join(draft, "all"));
      select(join(draft, "all"), join(draft, "chosen"));
      renameSync(join(draft, "chosen"), home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    return home;
  });
}

/** Keeps of each language the files whose names hash lowest: a stable sample across all sources. */
function select(from, to) {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.map(({ parentPath, path, name }) => {
    const full = join(parentPath ?? path, name);
    return {
      name: full.slice(from.length),
      size: () => statSync(full).size,
      content: () => readFileSync(full),
    };
  });
  for (const { name } of found.filter(({ name }) => name.endsWith("/src.zip"))) {
    for (const file of filesInZip(join(from, name))) {
      found.push({ name: `${name}/${file.name}`, size: () => 0, content: file.content });
    }
  }
  for (const [kind, pattern] of Object.entries(kinds)) {
    const folder = join(to, kind);
    mkdirSync(folder, { recursive: true });
    const fitting = found
      .filter(({ name }) => pattern.test(name) && !deliberate.test(name))
      .filter(({ name }) => kind === "bash" || !completion.test(name))
      .map((file) => ({ ...file, rank: createHash("sha256").update(file.name).digest("hex") }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    let kept = 0;
    for (const { name, size, content, rank } of fitting) {
      if (kept === MOST_FILES) break;
      if (size() > LARGEST_FILE) continue;
      const plain = name.split("/").at(-1);
      const named = kind === "bash" && !/\.(ba)?sh$/.test(plain) ? `${plain}.bash` : plain;
      writeFileSync(join(folder, `${rank.slice(0, 8)}-${named}`), content());
      kept += 1;
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  await asScript(async () => {
    process.stdout.write(`${(await syntaxCorpus()) ?? ""}\n`);
    return 0;
  });
}
