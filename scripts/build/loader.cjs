// Starts program.cjs with the code that an earlier run compiled. Without a fitting cache it only starts slower.
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire, Module } = require("node:module");
const { join } = require("node:path");
const vm = require("node:vm");

const filename = join(__dirname, "program.cjs");
const cacheFile = join(__dirname, "program.cache");

function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

// The program is one function in pure ASCII: there is nothing to decode.
const script = new vm.Script(readFileSync(filename, "latin1"), {
  filename,
  cachedData: readCache(),
});

// Set by the build: what this run compiled is kept for later ones.
if (process.env.KESTREL_WRITE_CODE_CACHE) {
  process.on("exit", () => {
    const draft = `${cacheFile}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cacheFile);
  });
}

const program = new Module(filename, module);
program.filename = filename;
program.paths = module.paths;
const run = script.runInThisContext();
run.call(program.exports, program.exports, createRequire(filename), program, filename, __dirname);
