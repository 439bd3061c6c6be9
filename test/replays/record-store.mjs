// node test/replays/record-store.mjs COMMIT FILE: bundles how that commit reads and writes a data folder, for the tests of going back to it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");
const [commit, outfile] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "kestrel-earlier-"));
const archive = execFileSync("git", ["archive", commit, "packages", "tsconfig.base.json"], { cwd: root, maxBuffer: 2 ** 28 });
execFileSync("tar", ["-x", "-C", folder], { input: archive });

writeFileSync(
  join(folder, "entry.ts"),
  `export { jsonlArchive } from "./packages/store/src/log/jsonl-archive.ts";
export { permissionBook } from "./packages/store/src/permissions/permission-book.ts";
export { deviceFile } from "./packages/store/src/device-file.ts";
export { emptySession, evolve, summarise } from "@kestrel/session-state";
`,
);

/** Packages of ours are those of the commit; libraries are those that are installed here. */
const ofThatCommit = {
  name: "of-that-commit",
  setup(esbuild) {
    esbuild.onLoad({ filter: /\/packages\/[\w-]+\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/^import \{ z \} from "zod";$/m, 'import * as z from "zod";'),
      loader: "ts",
    }));
    esbuild.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
    esbuild.onResolve({ filter: /^@kestrel\// }, ({ path }) => {
      const [, name, ...door] = path.split("/");
      const own = join(folder, "packages", name);
      const { exports } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
      return { path: join(own, exports[["."].concat(door).join("/")]["kestrel-source"]), sideEffects: false };
    });
    esbuild.onResolve({ filter: /^[a-z@]/ }, ({ path, importer, kind }) => {
      const [, name] = /\/packages\/([\w-]+)\/src\//.exec(importer) ?? [];
      if (kind === "entry-point" || path.startsWith("node:") || !importer.startsWith(folder)) return undefined;
      const file = createRequire(join(root, "packages", name, "x.js")).resolve(path);
      return { path: path === "zod" ? file.replace(/index\.cjs$/, "index.js") : file };
    });
  },
};

await build({
  ...{ entryPoints: [join(folder, "entry.ts")], outfile, bundle: true, minify: true, legalComments: "inline" },
  ...{ platform: "node", target: "node20", format: "cjs", plugins: [ofThatCommit] },
});
rmSync(folder, { recursive: true });
