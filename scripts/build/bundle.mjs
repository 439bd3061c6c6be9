import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { byName } from "./by-name.mjs";
import { rewrittenFiles } from "./rewritten-files.mjs";

/**
 * Bundles a program of the house into one CommonJS file, which can be started from V8's code cache. `shortNames`: a third less to read and
 * to keep, for a program that tells the places of its failures by its source map.
 */
export async function bundleProgram(input, output, { shortNames = false, packed = false } = {}) {
  await bundle(input, output, {
    packed,
    format: "cjs",
    lazy: true,
    // All of this would only have to be read at every start.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: shortNames,
    // Code from V8's cache has lost its way to `import()`, so lazy imports become lazy requires.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "moduleUrl", "import.meta.dirname": "__dirname" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  writeFileSync(output, inAscii(readFileSync(output, "utf8")));
}

/** esbuild escapes what is not ASCII except in regular expressions; with one such letter V8 keeps the whole text in two bytes each. */
function inAscii(text) {
  // Behind a backslash the escape would become something else.
  if (/(?<!\\)(?:\\\\)*\\[\u0080-\uffff]/.test(text))
    throw new Error("a letter that is not ASCII is escaped by a backslash");
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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

async function bundle(input, output, { lazy = false, packed = false, ...form }) {
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
    plugins: [
      { name: "native-parts", setup: (esbuild) => leaveOut(esbuild, dirname(output), packed) },
      unused,
      byName,
      ...(lazy ? [lazyParts] : []),
    ],
    ...form,
  });
}

const assert = `module.exports = (holds, why) => {
  if (!holds) throw why instanceof Error ? why : new Error(why ?? "an assertion failed");
};`;

/** What a library reads at every start for something that is never asked of it here, and what it gets instead. */
const unusedModules = [
  // The daemon speaks HTTP/1.1.
  { module: "node:http2", reader: "fastify", instead: "" },
  // It compares its own version with the one a plugin wants; both are pinned.
  { module: "semver", reader: "fastify", instead: "exports.satisfies = () => true;" },
  // What of it they use is one line; Node's own shows the source around what failed.
  ...["fastify", "find-my-way"].map((reader) => ({ module: "node:assert", reader, instead: assert })),
  // No route has a JSON schema: our own are zod's. A sixth of the program was compilers for them, a logger, and requests without a socket.
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "pino", "light-my-request"].map(
    (module) => ({ module, reader: "fastify", instead: `throw new Error("left out: ${module}");` }),
  ),
  // The diagnostics give it a stream of their own: it makes none, and no thread for one.
  ...["sonic-boom", "thread-stream", "on-exit-leak-free"].map((module) => ({
    ...{ module, reader: "pino", instead: "module.exports = class {};" },
  })),
  // Folders are not listed.
  { module: "glob", reader: "@fastify/static", instead: "exports.glob = undefined;" },
];

/** Leaves those modules out, and zod's languages except the one it falls back to. */
const unused = {
  name: "unused-parts",
  setup(esbuild) {
    esbuild.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
    for (const { file, rewritten } of rewrittenFiles) {
      esbuild.onLoad({ filter: file }, ({ path }) => ({ contents: rewritten(readFileSync(path, "utf8")) }));
    }
    const names = unusedModules.map(({ module }) => module).join("|");
    esbuild.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ path, importer }) => {
      const reader = importer.replaceAll("\\", "/");
      const left = unusedModules.find(
        (one) => one.module === path && reader.includes(`/node_modules/${one.reader}/`),
      );
      return left && { path, namespace: "unused", pluginData: left };
    });
    esbuild.onLoad({ filter: /.*/, namespace: "unused" }, ({ pluginData }) => ({
      contents: pluginData.instead,
    }));
  },
};

/** Parts of Node that take milliseconds to load and that most runs never use: they are loaded where one of their names is. */
const seldomUsed = /^node:(dns|https|readline|v8|worker_threads)$/;

const lazyParts = {
  name: "lazy-parts",
  setup(esbuild) {
    esbuild.onResolve({ filter: seldomUsed }, ({ path, namespace }) =>
      namespace === "lazy" ? { path, external: true } : { path, namespace: "lazy" },
    );
    esbuild.onLoad({ filter: seldomUsed, namespace: "lazy" }, ({ path }) => ({
      contents: Object.keys(createRequire(import.meta.url)(path))
        .map(
          (name) => `Object.defineProperty(exports, "${name}", {
          enumerable: true,
          get: () => require("${path}").${name},
        });`,
        )
        .join("\n"),
    }));
  },
};

/** What carries programs of its own, and parsers that most runs never need: they stay where they were installed; the bundle points there. */
const installed =
  /^(better-sqlite3|@vscode\/ripgrep|@vscode\/tree-sitter-wasm|@babel\/parser|@peculiar\/x509|jsonc-parser|parse5|reflect-metadata|yaml)$/;

/** Libraries of one command each: a file beside the program that is read by that command alone. By what imports them, with their source. */
export const apart = {
  "@agentclientprotocol/sdk": {
    file: "./acp-sdk.cjs",
    source: "packages/cli/node_modules/@agentclientprotocol/sdk",
  },
  "./server-library.ts": {
    file: "./mcp-server.cjs",
    source: "packages/cli/src/mcp-serve/server-library.ts",
  },
  "./mail-library.ts": {
    file: "./mail-library.cjs",
    source: "packages/channels/src/adapters/mail-library.ts",
  },
  "./schema-library.ts": {
    file: "./json-schema.cjs",
    source: "packages/cli/src/run/schema-library.ts",
  },
};

/** In the package: those with a native part are dependencies of it, the others lie in its `vendor` folder. */
const native = /^(better-sqlite3|@vscode\/ripgrep)$/;

/** Where a parser lies in the package, from its `dist`. */
export const vendored = {
  "@babel/parser": "./vendor/babel-parser.cjs",
  "@peculiar/x509": "./vendor/x509.cjs",
  "jsonc-parser": "./vendor/jsonc-parser.cjs",
  parse5: "./vendor/parse5.cjs",
  "reflect-metadata": "./vendor/reflect-metadata.cjs",
  yaml: "./vendor/yaml.cjs",
  "@vscode/tree-sitter-wasm": "./vendor/tree-sitter/tree-sitter.js",
};

function leaveOut(esbuild, outputFolder, packed) {
  esbuild.onResolve({ filter: /./ }, ({ path, kind }) =>
    kind !== "entry-point" && apart[path] ? { path: apart[path].file, external: true } : undefined,
  );
  esbuild.onResolve({ filter: installed }, ({ path, resolveDir }) => {
    if (packed) return { path: native.test(path) ? path : vendored[path], external: true };
    const file = installedFile(path, resolveDir);
    // An optional part that is not there: whoever asks for it is told so, and does without.
    if (file === undefined) return { path, external: true };
    const fromOutput = relative(outputFolder, file).split(sep).join("/");
    return { path: fromOutput.startsWith(".") ? fromOutput : `./${fromOutput}`, external: true };
  });
}

export function installedFile(name, from) {
  try {
    return createRequire(join(from, "here.js")).resolve(name);
  } catch {
    return undefined;
  }
}
