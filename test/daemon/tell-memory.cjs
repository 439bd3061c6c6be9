// In a daemon that a test starts: tells its memory in MiB when its parent asks, and collects all garbage before that if it is to.
const { getHeapSpaceStatistics, setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

/** Threads of V8 give the pages back behind a collection. Milliseconds. */
const givingBack = 500;

function collect() {
  // V8 takes its caches for those of another program while a flag is set.
  setFlagsFromString("--expose-gc");
  const collectAll = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collectAll();
  collectAll();
}

process.on("message", (when) => {
  if (when === "collected") collect();
  const { heapUsed, external } = process.memoryUsage();
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size;
  setTimeout(() => {
    const bytes = { inUse: heapUsed + external, young, resident: process.memoryUsage.rss() };
    process.send(Object.fromEntries(Object.entries(bytes).map(([what, some]) => [what, some / 1_048_576])));
  }, givingBack);
});
process.channel.unref();
