import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { byName } from "./by-name.mjs";
import { rewrittenFiles } from "./rewritten-files.mjs";

/**
 * Bundles one of our programs into one CommonJS file, which can be started from V8's code cache. `shortNames`: a third smaller, for a
 * program that reports positions by its source map.
 */
export async function bundleProgram(input, output, { shortNames = false, packed = false } = {}) {
  await bundle(input, output, {
    packed,
    format: "cjs",
    lazy: true,
    // Whitespace would be read at every start.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: shortNames,
    // Code from V8's cache cannot use `import()`, so lazy imports become lazy requires.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "moduleUrl", "import.meta.dirname": "__dirname" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
  writeFileSync(output, inAscii(readFileSync(output, "utf8")));
}

/** esbuild escapes non-ASCII except in regular expressions; one such character makes V8 store the whole text in two bytes each. */
function inAscii(text) {
  // After a backslash the escape would mean something else.
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

/** Modules that a library loads at every start for features unused here, and their replacements. */
const unusedModules = [
  // The daemon speaks HTTP/1.1.
  { module: "node:http2", reader: "fastify", instead: "" },
  // fastify compares its own version with a plugin's; both are pinned.
  { module: "semver", reader: "fastify", instead: "exports.satisfies = () => true;" },
  // They use one line of it; Node's own loads code that shows the source around a failure.
  ...["fastify", "find-my-way"].map((reader) => ({ module: "node:assert", reader, instead: assert })),
  // No route has a JSON schema: ours are zod's. A sixth of the program was compilers for them, a logger, and requests without a socket.
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "pino", "light-my-request"].map(
    (module) => ({ module, reader: "fastify", instead: `throw new Error("left out: ${module}");` }),
  ),
  // The diagnostics pass their own stream, so none is created, and no thread for one.
  ...["sonic-boom", "thread-stream", "on-exit-leak-free"].map((module) => ({
    ...{ module, reader: "pino", instead: "module.exports = class {};" },
  })),
  // Folders are not listed.
  { module: "glob", reader: "@fastify/static", instead: "exports.glob = undefined;" },
];

/** Leaves out those modules, and zod's locales except the default. */
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

/** Parts of Node that take milliseconds to load and that most runs never use: loaded at the first use of one of their names. */
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

/** Packages with their own programs, and rarely needed parsers: they stay where they were installed; the bundle refers to them. */
const installed =
  /^(better-sqlite3|@vscode\/ripgrep|@vscode\/tree-sitter-wasm|@babel\/parser|@peculiar\/x509|jsonc-parser|parse5|reflect-metadata|yaml)$/;

/** Libraries of one command each: a separate file that only that command loads. By importing file, with their source. */
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

/** In the package: native ones are dependencies, the others are in its `vendor` folder. */
const native = /^(better-sqlite3|@vscode\/ripgrep)$/;

/** The path of a parser in the package, from its `dist`. */
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
    // A missing optional package: the import fails, and its caller does without.
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
