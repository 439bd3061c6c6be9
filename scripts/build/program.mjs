import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { root, say } from "../set-up/places.mjs";
import { outputOf } from "../set-up/run-program.mjs";

const dist = join(root, "dist");
const entry = join(root, "packages/cli/src/bin.ts");
const supervisor = join(root, "packages/runtime/src/supervisor/supervisor.cjs");

/** The bundle `dist/program.cjs`, its loader `dist/kestrel.cjs`, its code cache, and the process supervisor. */
export async function buildProgram() {
  mkdirSync(dist, { recursive: true });
  if (existsSync(supervisor)) copyFileSync(supervisor, join(dist, "supervisor.cjs"));
  if (!existsSync(entry)) return;
  say("building the program");
  // V8 knows a stale cache only by the program's length, so it goes before the program changes.
  rmSync(join(dist, "program.cache"), { force: true });
  await bundle(entry, join(dist, "program.cjs"));
  const loader = join(dist, "kestrel.cjs");
  const lines = readFileSync(join(root, "scripts/build/loader.cjs"), "utf8");
  writeFileSync(loader, `#!/usr/bin/env node\n${lines}`);
  chmodSync(loader, 0o755);
  // A first run leaves its compiled code behind; later starts need not compile it again.
  outputOf(process.execPath, [loader, "--version"], {
    env: { ...process.env, KESTREL_WRITE_CODE_CACHE: "1" },
  });
}

/** Bundles a TypeScript program of the house into one CommonJS file. */
export async function bundle(input, output) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [input],
    outfile: output,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Code from V8's cache has lost its way to `import()`, so lazy imports become lazy requires.
    supported: { "dynamic-import": false },
    conditions: ["kestrel-source"],
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    define: { "import.meta.url": "moduleUrl", "import.meta.dirname": "__dirname" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins: [{ name: "packages-with-native-parts", setup: (esbuild) => leaveOut(esbuild, dirname(output)) }],
  });
}

/** These carry programs of their own and stay where they were installed; the bundle points there. */
function leaveOut(esbuild, outputFolder) {
  esbuild.onResolve({ filter: /^(better-sqlite3|@vscode\/ripgrep)$/ }, ({ path, resolveDir }) => {
    const file = createRequire(join(resolveDir, "here.js")).resolve(path);
    const fromOutput = relative(outputFolder, file).split(sep).join("/");
    return { path: fromOutput, external: true };
  });
}
