import { callsTool, type ScriptedReply, says } from "@kestrel/core/testing";

/** A short conversation in which Kestrel says something to the model that it was trained on. */
export type Scene = {
  name: string;
  files: Readonly<Record<string, string>>;
  replies: readonly ScriptedReply[];
  /** What the user answers to every question; yes where it is left out. */
  denies?: { reason?: string };
  mode?: "plan";
};

const notes = "alpha\nbeta\ngamma\ndelta\nbeta\n";
const code = "export const answer = 41;\n";
const read = (path: string) => [callsTool("read", { path })];
const search = (pattern: string) => [callsTool("search", { pattern })];
const edit = (path: string, old: string, next: string, all?: boolean) => [
  callsTool("edit", { path, old, new: next, all }),
];
const write = (path: string, content: string) => [callsTool("write", { path, content })];
const shell = (command: string) => [callsTool("shell", { command })];
const end = [says("Done.")];

const scene = (name: string, replies: readonly ScriptedReply[], more: Partial<Scene> = {}): Scene => ({
  name,
  files: { "notes.txt": notes, "src/answer.js": code, "empty.txt": "" },
  replies: [...replies, end],
  ...more,
});

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number + 100}`, ""]));

/** Everything that its corpus has: the answers of the tools, what the user's no looks like, and the reminders. */
export const scenes: readonly Scene[] = [
  scene("read: a file, a folder, an empty file", [read("notes.txt"), read("."), read("empty.txt")]),
  scene("read: an empty folder", [read(".")], { files: {} }),
  scene("read: nothing is there", [read("missing.txt")]),
  scene("read: a folder of many, counted", [read(".")], { files: manyFiles(13) }),
  scene("read: a folder of too many, cut", [read(".")], { files: manyFiles(230) }),
  scene("read: a long file, cut", [read("long.txt")], { files: { "long.txt": "a line\n".repeat(230) } }),
  scene("search: hits in two files", [search("a")]),
  scene("search: no hits", [search("omega")]),
  scene("search: not a regex", [search("beta(")]),
  scene("search: the names of the files", [search("")]),
  scene("edit: one line", [read("notes.txt"), edit("notes.txt", "gamma", "GAMMA")]),
  scene("edit: two lines by three", [
    read("notes.txt"),
    edit("notes.txt", "gamma\ndelta", "one\ntwo\nthree"),
  ]),
  scene("edit: every place", [read("notes.txt"), edit("notes.txt", "beta", "BETA", true)]),
  scene("edit: several places", [read("notes.txt"), edit("notes.txt", "beta", "BETA"), end]),
  scene("edit: a close line", [read("notes.txt"), edit("notes.txt", "gamna", "GAMMA"), end]),
  scene("edit: no such line", [read("notes.txt"), edit("notes.txt", "something else", "x"), end]),
  scene("edit: nothing changes", [read("notes.txt"), edit("notes.txt", "gamma", "gamma"), end]),
  scene("edit: made before", [read("notes.txt"), edit("notes.txt", "omega", "gamma"), end]),
  scene("edit: not read", [edit("notes.txt", "gamma", "GAMMA"), end]),
  scene("edit: no such file", [edit("missing.txt", "gamma", "GAMMA"), end]),
  scene("write: a new file, a new folder, one line and two", [
    write("one.txt", "one\n"),
    write("new/two.txt", "one\ntwo\n"),
  ]),
  scene("write: a file that was read", [read("notes.txt"), write("notes.txt", "alpha\n")]),
  scene("write: a file that is there", [write("notes.txt", "alpha\n"), end]),
  scene("shell: it prints and succeeds", [shell("echo one; echo two")]),
  scene("shell: it prints and fails", [shell("echo trouble >&2; exit 3")]),
  scene("shell: not a word", [shell("true"), shell("false")]),
  scene("denied: without a word", [shell("touch one")], { denies: {} }),
  scene("denied: with a reason", [shell("touch one")], { denies: { reason: "Not now." } }),
  scene("denied: in plan mode", [shell("touch one")], { mode: "plan" }),
  scene("reminder: not checked", [read("src/answer.js"), edit("src/answer.js", "41", "42"), end]),
  scene(
    "reminder: the check fails",
    [read("src/answer.js"), edit("src/answer.js", "41", "42"), shell("node check.js"), end],
    { files: { "src/answer.js": code, "check.js": "process.exit(1);\n" } },
  ),
  scene("coach: the same call again", [read("notes.txt"), read("notes.txt")]),
  scene("search: more hits than are shown", [search("hay")], {
    files: Object.fromEntries(
      Array.from({ length: 60 }, (_, number) => [`f${number + 100}`, "hay\nmore hay\n"]),
    ),
  }),
];
