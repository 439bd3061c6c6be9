import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { build } from "esbuild";
import { root } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";

/** The exports of the client for third-party programs. */
const door = `export { askSession, createDaemonClient, DaemonRefusal, followEvents, followSessions, newOpId } from "./index.ts";
export type { CallInput, DaemonAddress, DaemonClient, FollowInput, FollowSessionsInput, FollowState, Transport } from "./index.ts";
`;
const client = join(root, "packages/server");
const manifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * The daemon's client as a separate npm package, in `release`: one module, with its types. Its only dependency is zod, for the types. Needs
 * the declarations that `tsc -b` made. Returns the path of the package.
 */
export async function makeClientPackage(release, { version, license, engines }) {
  mkdirSync(release, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), "kestrel-client-"));
  await build({
    stdin: { contents: door, resolveDir: join(client, "src/client"), loader: "ts" },
    outfile: join(stage, "index.js"),
    ...{ bundle: true, platform: "node", target: "node20", format: "esm", legalComments: "none" },
    ...{ conditions: ["kestrel-source"], external: ["zod"], logLevel: "warning" },
  });
  copyTypes(join(client, "dist/client/index.d.ts"), join(stage, "types"));
  const declared = door.replaceAll("./index.ts", "./types/server/client/index.js");
  writeFileSync(join(stage, "index.d.ts"), `${declared}export type * from "./types/protocol/index.js";\n`);
  for (const part of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, part), join(stage, part));
  const written = {
    ...{ name: "kestrel-client", version, license, engines, type: "module", sideEffects: false },
    description: "A typed client of the Kestrel daemon's HTTP API.",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    dependencies: { zod: manifest(join(client, "node_modules/zod")).version },
  };
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
  outputOf("npm", ["pack", stage, "--pack-destination", release, "--silent"], { cwd: release });
  rmSync(stage, { recursive: true });
  return join(release, `kestrel-client-${version}.tgz`);
}

/** Copies a declaration and all that it reaches; our packages become sibling folders. */
function copyTypes(first, folder) {
  const placeOf = (file) =>
    join(folder, relative(join(root, "packages"), file).replace(`${sep}dist${sep}`, sep));
  const left = [first];
  for (const seen = new Set(); left.length > 0; ) {
    const file = left.pop();
    if (seen.has(file)) continue;
    seen.add(file);
    const place = placeOf(file);
    const text = readFileSync(file, "utf8").replace(/(from |import\()"([^"]+)"/g, (whole, before, name) => {
      const meant = declarationOf(name, file);
      if (meant === undefined) return whole;
      left.push(meant);
      const path = relative(dirname(place), placeOf(meant)).split(sep).join("/");
      return `${before}"${path.startsWith(".") ? path : `./${path}`}"`.replace(/\.d\.ts"$/, '.js"');
    });
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text.replace(/^\/\/# sourceMappingURL=.*$/m, ""));
  }
}

/** The declaration that a name in `file` means, or undefined for a third-party package. */
function declarationOf(name, file) {
  if (name.startsWith(".")) return join(dirname(file), name.replace(/\.[jt]s$/, ".d.ts"));
  const [, own, ...inside] = /^@kestrel\/([\w-]+)(?:\/(.*))?$/.exec(name) ?? [];
  if (own === undefined) return undefined;
  const folder = join(root, "packages", own);
  const { types } = manifest(folder).exports[inside[0] === undefined ? "." : `./${inside[0]}`];
  const found = join(folder, types);
  if (!existsSync(found)) throw new Error(`${found} is not there: run tsc -b`);
  return found;
}
