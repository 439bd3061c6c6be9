import { callsTool, markerOf, type Reply, type Script, type Scripts } from "./scripted/script.ts";

const solved = "mistake-solved";
const fileOf = (mistake: string) => `mistakes/${mistake}.txt`;

/** First the mistake, then the same call made well; the file that it reads ends the task. */
function mistakeThenCall(mistake: string, wrong: Reply): [string, Script] {
  return [mistake, { replies: [wrong, callsTool("read", { path: fileOf(mistake) })] }];
}

/** Without the line break after the tag the server takes the call for text, so that it arrives as it was written. */
const leaked = (json: string): Reply => ({ says: `<tool_call>${json}</tool_call>` });

const readMistakes = Object.fromEntries([
  mistakeThenCall("bad-json", leaked(`{"name": "read", "arguments": {"path": ${fileOf("bad-json")}`)),
  mistakeThenCall("wrong-key", leaked(`{"name": "read", "arguments": {"file": "${fileOf("wrong-key")}"}}`)),
  mistakeThenCall(
    "unknown-tool",
    leaked(`{"name": "open_file", "arguments": {"path": "${fileOf("unknown-tool")}"}}`),
  ),
  mistakeThenCall(
    "wrong-types",
    leaked(`{"name": "read", "arguments": {"path": ["${fileOf("wrong-types")}"], "limit": "ten"}}`),
  ),
  mistakeThenCall("leaked-xml", {
    says: `<function=read>\n<parameter=path>\n${fileOf("leaked-xml")}\n</parameter>\n</function>`,
  }),
  mistakeThenCall("call-in-reasoning", {
    thinks: `I call it right here.\n<tool_call>\n{"name": "read", "arguments": {"path": "${fileOf("call-in-reasoning")}"}}\n</tool_call>`,
  }),
]);

/** The files that the mistakes work on. The read ones tell the model that the task is done. */
export const mistakeFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(readMistakes).map((name) => [fileOf(name), `Well read. ${markerOf(solved)}\n`]),
  ),
  "mistakes/indent.js":
    "export function total(items) {\n    let sum = 0;\n    for (const item of items) {\n        sum += item;\n    }\n    return sum;\n}\n",
  "mistakes/stale.txt": "colour = red\n",
};

/** Longer than what counts as a loop (500 letters): a call that only its length cuts. */
const longUnit =
  " and on it goes with apples bread cheese dates eggs figs grapes honey ice jam kale lemons milk nuts oats pears quinces rice salt tea, umbrellas vases wool yarn zips, amber brass copper dust elm felt glass hemp iron jute kelp linen marble nickel oak pine quartz reed slate tin velvet wax, bakers carters dyers farmers glovers hunters joiners masons nurses potters sailors tailors weavers, rivers hills lakes woods fields roads bridges towers gates walls gardens orchards harbours islands meadows valleys, spring summer autumn winter morning noon evening night";

/** The twelve ways in which a weak model goes wrong, one script each. */
export const mistakeScripts: Scripts = {
  ...readMistakes,
  [solved]: { says: "The file is read and the task is done." },
  "cut-call": {
    replies: [
      {
        calls: [{ name: "write", arguments: { path: "mistakes/cut.txt", content: "the first line" } }],
        repeats: longUnit,
      },
      callsTool("write", { path: "mistakes/short.txt", content: "a short line\n" }),
      { says: "The short file is written instead." },
    ],
  },
  "doom-loop": callsTool("search", { pattern: "nowhere to be found" }),
  "empty-reply": {},
  "drifted-indentation": {
    replies: [
      callsTool("read", { path: "mistakes/indent.js" }),
      callsTool("edit", {
        path: "mistakes/indent.js",
        old: "  for (const item of items) {\n    sum += item;\n  }",
        new: "  for (const item of items) {\n    sum += item.price;\n  }",
      }),
      { says: "The prices are added up now." },
    ],
  },
  "stale-read": {
    replies: [
      callsTool("read", { path: "mistakes/stale.txt" }),
      callsTool("shell", { command: "echo 'colour = green' > mistakes/stale.txt" }),
      callsTool("edit", { path: "mistakes/stale.txt", old: "colour = red", new: "colour = blue" }),
      { says: "The colour should be blue now." },
    ],
  },
  "endless-thinking": { thinks: "I am not sure yet. ", repeats: "Wait, let me think again. " },
};
