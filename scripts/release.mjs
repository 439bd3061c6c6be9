// npm run release: the npm package, one file for Linux x64 with Node inside, their checksums, the list of what is in them and the
// notes, into `release/`. Needs what `npm run build` made. `node scripts/release.mjs package` makes the package alone, and
// `node scripts/release.mjs client FOLDER` the client of the API, into that folder.
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { installedFile, vendored } from "./build/bundle.mjs";
import { makeClientPackage } from "./build/client-package.mjs";
import { buildProgram } from "./build/program.mjs";
import { root, say } from "./set-up/places.mjs";
import { outputOf } from "./set-up/run-program.mjs";
import { asScript } from "./set-up/set-up.mjs";

const release = join(root, "release");
const stage = join(release, "package");
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Our packages that have the vendored or native dependencies. */
const users = ["packages/tools", "packages/store", "packages/server"].map((folder) => join(root, folder));

function fileOf(name) {
  const file = users.map((folder) => installedFile(name, folder)).find((one) => one !== undefined);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return file;
}

/** The folder of an installed package, from a file of it. */
function folderOf(file) {
  for (let folder = dirname(file); ; folder = dirname(folder))
    if (existsSync(join(folder, "package.json")) && manifest(folder).version) return folder;
}

const manifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The package: contains everything it runs but the engine; native parts are optional. */
async function makePackage() {
  rmSync(release, { recursive: true, force: true });
  const dist = join(stage, "dist");
  mkdirSync(join(dist, "vendor"), { recursive: true });
  for (const [name, file] of Object.entries(vendored)) {
    const installed = fileOf(name);
    if (name.includes("wasm")) cpSync(dirname(installed), join(dist, dirname(file)), { recursive: true });
    else
      await build({
        ...{ entryPoints: [installed], outfile: join(dist, file), bundle: true, minify: true },
        ...{ platform: "node", target: "node20", format: "cjs", legalComments: "inline" },
      });
  }
  for (const part of [
    "console/dist",
    "loadouts",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/kestrel.1",
  ])
    cpSync(join(root, part), join(stage, part), { recursive: true });
  cpSync(join(root, "nano/kestrel-nano.gguf"), join(dist, "models/kestrel-nano.gguf"));
  const native = ["better-sqlite3", "@vscode/ripgrep"];
  const { name, version, description, license, type, engines, bin } = own;
  const written = {
    ...{ name, version, description, license, type, engines, bin, man: "docs/kestrel.1" },
    files: ["dist", "console", "loadouts", "docs"],
    optionalDependencies: Object.fromEntries(
      native.map((one) => [one, manifest(folderOf(fileOf(one))).version]),
    ),
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
  await buildProgram({ dist, packed: true });
  outputOf("npm", ["pack", stage, "--pack-destination", release, "--silent"], { cwd: release });
  return join(release, `${name}-${version}.tgz`);
}

/**
 * One file for Linux x64: a shell script with the package and Node appended. It unpacks itself once into the cache. A single executable
 * (SEA) could not contain it: the console, the threads and the parsers are files that are opened by name.
 */
function makeSingleFile() {
  const payload = join(release, "payload");
  mkdirSync(payload);
  cpSync(realpathSync(process.execPath), join(payload, "node"));
  cpSync(stage, join(payload, "package"), { recursive: true });
  const archive = join(release, "payload.tgz");
  outputOf("tar", ["-czf", archive, "-C", payload, "."]);
  const bytes = readFileSync(archive);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const script = `#!/bin/sh
# Kestrel ${own.version} for Linux x64. It unpacks itself once, then runs from there.
set -e
folder="\${XDG_CACHE_HOME:-$HOME/.cache}/kestrel/program/${id}"
if [ ! -x "$folder/node" ]; then
  draft="$folder.$$"
  mkdir -p "$draft"
  chmod 700 "$draft"
  tail -n +14 "$0" | tar -xz -C "$draft"
  mv -T "$draft" "$folder" 2>/dev/null || rm -rf "$draft"
fi
exec "$folder/node" "$folder/package/dist/kestrel.cjs" "$@"
exit 1
`;
  const file = join(release, `${own.name}-${own.version}-linux-x64`);
  writeFileSync(file, Buffer.concat([Buffer.from(script), bytes]));
  chmodSync(file, 0o755);
  for (const spare of [payload, archive]) rmSync(spare, { recursive: true });
  return file;
}

/** The parts list as CycloneDX: the dependencies of our packages and the console, transitively. */
function makePartsList() {
  const parts = new Map();
  const walk = (folder) => {
    const { dependencies = {}, optionalDependencies = {} } = manifest(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith("@kestrel/")) continue;
      const places = createRequire(join(folder, "here.js")).resolve.paths(name) ?? [];
      const found = places.map((place) => join(place, name)).find((place) => existsSync(place));
      if (found === undefined) continue;
      const real = realpathSync(found);
      const { version, license } = manifest(real);
      if (parts.has(`${name}@${version}`)) continue;
      parts.set(`${name}@${version}`, { name, version, license });
      walk(real);
    }
  };
  const workspace = outputOf("git", ["ls-files", "packages/*/package.json", "console/package.json"], {
    cwd: root,
  });
  for (const file of workspace.trim().split("\n")) walk(dirname(join(root, file)));
  const components = [...parts.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((part) => ({
      ...{ type: "library", name: part.name, version: part.version },
      purl: `pkg:npm/${part.name.replace("@", "%40")}@${part.version}`,
      ...(typeof part.license === "string" && { licenses: [{ expression: part.license }] }),
    }));
  const file = join(release, "sbom.cdx.json");
  const head = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1 };
  writeFileSync(file, `${JSON.stringify({ ...head, components }, null, 2)}\n`);
  return file;
}

/** The notes: the changelog's text above its second release. */
function makeNotes() {
  const [, newest = ""] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## .*$/m);
  const file = join(release, "notes.md");
  writeFileSync(file, `# Kestrel ${own.version}\n${newest}`);
  return file;
}

await asScript(async () => {
  const [only, folder] = process.argv.slice(2);
  if (only === "client") return say(await makeClientPackage(resolve(folder ?? release), own));
  const made = [await makePackage()];
  if (only !== "package") {
    made.push(await makeClientPackage(release, own), makeSingleFile(), makePartsList(), makeNotes());
    const sums = made.map((file) => {
      const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
      return `${sum}  ${file.slice(release.length + 1)}\n`;
    });
    writeFileSync(join(release, "SHA256SUMS"), sums.join(""));
  }
  rmSync(stage, { recursive: true });
  for (const file of made)
    say(`${file.slice(root.length + 1)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
});
