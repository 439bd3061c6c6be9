import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";

/** Bundles a program of the house into one CommonJS file, which can be started from V8's code cache. */
export function bundleProgram(input, output) {
  return bundle(input, output, {
    format: "cjs",
    // Code from V8's cache has lost its way to `import()`, so lazy imports become lazy requires.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "moduleUrl", "import.meta.dirname": "__dirname" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
}

/** Bundles a tool that is run once, such as a bench, into one module. */
export function bundleTool(input, output) {
  return bundle(input, output, {
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
}

async function bundle(input, output, form) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [input],
    outfile: output,
    bundle: true,
    platform: "node",
    target: "node20",
    conditions: ["kestrel-source"],
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    plugins: [{ name: "native-parts", setup: (esbuild) => leaveOut(esbuild, dirname(output)) }],
    ...form,
  });
}

/** These carry programs of their own and stay where they were installed; the bundle points there. */
function leaveOut(esbuild, outputFolder) {
  esbuild.onResolve({ filter: /^(better-sqlite3|@vscode\/ripgrep)$/ }, ({ path, resolveDir }) => {
    const file = createRequire(join(resolveDir, "here.js")).resolve(path);
    const fromOutput = relative(outputFolder, file).split(sep).join("/");
    return { path: fromOutput.startsWith(".") ? fromOutput : `./${fromOutput}`, external: true };
  });
}
