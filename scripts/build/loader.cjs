// Starts program.cjs with the code that an earlier run compiled. Without a fitting cache it only starts slower.
const { closeSync, openSync, readSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { createRequire, Module } = require("node:module");
const { join } = require("node:path");
const vm = require("node:vm");

const filename = join(__dirname, "program.cjs");
const isDaemon = ["background-daemon", "serve", "start"].includes(process.argv[2]);
const isConversation = (process.argv[2] ?? "-").startsWith("-");
/** A daemon, a conversation in a terminal and a command do not run the same code: each has what it needs ready, and no more in its memory. */
const cacheFile = join(__dirname, `${isDaemon ? "daemon" : isConversation ? "terminal" : "program"}.cache`);

/** Room for the program's text and then for its code: of what is read at every start nothing stands twice. */
let room = Buffer.allocUnsafeSlow(statSync(cacheFile, { throwIfNoEntry: false })?.size ?? 0);

function bytesIn(file) {
  const { size } = statSync(file);
  if (room.length < size) room = Buffer.allocUnsafeSlow(size);
  const descriptor = openSync(file, "r");
  try {
    let end = 0;
    for (let more = 1; more > 0 && end < size; end += more)
      more = readSync(descriptor, room, end, size - end, end);
    return room.subarray(0, end);
  } finally {
    closeSync(descriptor);
  }
}

function cached() {
  try {
    return bytesIn(cacheFile);
  } catch {
    return undefined;
  }
}

// The program is one function in pure ASCII: there is nothing to decode.
const text = bytesIn(filename).latin1Slice();
const script = new vm.Script(text, { filename, cachedData: cached() });

/** For hours. */
const goesOn = isDaemon || isConversation;
/** It has started long before. Milliseconds. */
const startTakes = 1_000;

// What a start makes stays. V8 would take that for a sign of much to come, and hold 11 MiB more for young objects until it collects all.
// Only behind the code cache, which V8 refuses while a flag is set.
if (goesOn && !process.env.KESTREL_WRITE_CODE_CACHE) {
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
  setTimeout(() => setFlagsFromString("--semi-space-growth-factor=2"), startTakes).unref();
}

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
