"use strict";
// The program of a plugin's thread: loads one user file and calls its functions. Copied unbundled: a bundle would turn `import()` into
// `require`, which cannot load ES modules.
const { parentPort, workerData } = require("node:worker_threads");

/** `stages`: all hook stages, by the protocol's names. */
const { url, stages } = workerData;
const words = (error) => String(error?.message ?? error).slice(0, 500);

/** UTF-16 units. */
const longestStack = 8_000;

/** UTF-16 units: above the longest that is kept, so that the reader sees that text was cut. */
const longest = 2_000;
const cut = (value) =>
  typeof value === "string" ? value.slice(0, longest) : value === true || value === false ? value : undefined;
const cutIn = (told, names) => Object.fromEntries(names.map((name) => [name, cut(told?.[name])]));
const own = ["permissionDecision", "permissionDecisionReason", "additionalContext"];
const common = ["decision", "reason", "stopReason", "continue", "additionalContext"];
/** The reply's fields, cut before they are serialized: truncated JSON would be invalid. */
const answerOf = (told) => ({
  ...cutIn(told, ["deny", "ask", "note", ...common]),
  hookSpecificOutput: cutIn(told?.hookSpecificOutput, own),
});

const loading = import(url).then((module) => {
  const plugin = module.default;
  if (typeof plugin !== "object" || plugin === null) throw new Error("it exports no object as its default");
  return plugin;
});

loading.then(
  (plugin) =>
    parentPort.postMessage({
      kind: "loaded",
      name: typeof plugin.name === "string" ? plugin.name.slice(0, 64) : undefined,
      tool: typeof plugin.tool === "string" ? plugin.tool.slice(0, 400) : undefined,
      stages: stages.filter((stage) => typeof plugin[stage] === "function"),
    }),
  (error) => parentPort.postMessage({ kind: "broken", detail: words(error) }),
);

parentPort.on("message", async ({ id, input }) => {
  try {
    const plugin = await loading;
    const told = await plugin[input.stage](input);
    parentPort.postMessage({ kind: "answer", id, text: JSON.stringify(answerOf(told)) });
  } catch (error) {
    const stack = String(error?.stack ?? "").slice(0, longestStack);
    parentPort.postMessage({ kind: "failed", id, detail: words(error), name: String(error?.name), stack });
  }
});
