import { callsThenSays, callsTool, markerOf, type Script, type Scripts } from "./scripted/script.ts";

const chainLength = 12;
const chainEnd = "chain-done";

/** Each step reads the next note; only the note tells which step comes then. Starts with `[[s1]]`. */
function chainSteps(): Scripts {
  const steps = Array.from({ length: chainLength }, (_, index): [string, Script] => [
    `s${index + 1}`,
    callsTool("read", { path: `notes/${index + 1}.txt` }),
  ]);
  return {
    ...Object.fromEntries(steps),
    [chainEnd]: { says: "All twelve notes are read. The chain is done." },
  };
}

/** The files that the chain reads. */
const chainFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: chainLength }, (_, index) => [
    `notes/${index + 1}.txt`,
    `This is note number ${index + 1}. Go on with ${markerOf(index + 1 < chainLength ? `s${index + 2}` : chainEnd)}\n`,
  ]),
);

/** The files that the other standard scripts read or change. */
export const standardFiles: Readonly<Record<string, string>> = {
  "hello.txt": "hello world\n",
  "a.txt": "the first of two files\n",
  "b.txt": "the second of two files\n",
  "greeting.txt": "Good morning, dear reader.\n",
  ...chainFiles,
};

const longText = Array.from(
  { length: 400 },
  (_, index) => `line ${String(index + 1).padStart(3, "0")}\n`,
).join("");

/** What the tests of the agent need from a model that behaves well. */
export const standardScripts: Scripts = {
  plain: { says: "Hello! I am a tiny scripted model, and this is my plain answer." },
  zh: { says: "你好！我是一个很小的测试模型，随时可以帮你看文件、改代码。" },
  think: { thinks: "The question is short.\nSo is the answer.", says: "The answer is 42." },
  markdown: {
    says: "# A heading\n\nSome **bold** words and a list:\n\n- one apple\n- two pears\n\n```js\nconsole.log('code');\n```",
  },
  read: callsThenSays("read", { path: "hello.txt" }, "I have read hello.txt; it greets the world."),
  search: callsThenSays("search", { pattern: "hello", glob: "*.txt" }, "The search for hello is finished."),
  edit: {
    replies: [
      callsTool("read", { path: "greeting.txt" }),
      {
        says: "I change the time of day.",
        calls: [
          { name: "edit", arguments: { path: "greeting.txt", old: "Good morning", new: "Good evening" } },
        ],
      },
      { says: "The greeting now says good evening." },
    ],
  },
  write: callsThenSays(
    "write",
    { path: "new.txt", content: "a new file\nwith two lines\n" },
    "The new file is written.",
  ),
  shell: callsThenSays("shell", { command: "env echo kestrel" }, "The command has run to its end."),
  "shell-fails": callsThenSays("shell", { command: "exit 3" }, "The command has failed with code 3."),
  danger: callsThenSays("shell", { command: "rm -r build" }, "That was the dangerous command."),
  "think-shell": {
    replies: [
      {
        thinks: "First I look at the version.",
        calls: [{ name: "shell", arguments: { command: "node --version" } }],
      },
      { thinks: "The version is known now.", says: "Node is installed here." },
    ],
  },
  parallel: {
    replies: [
      {
        calls: [
          { name: "read", arguments: { path: "a.txt" } },
          { name: "read", arguments: { path: "b.txt" } },
        ],
      },
      { says: "Both of the files have been read." },
    ],
  },
  loop: { says: "I count the ticks of the clock: ", repeats: "tick tock " },
  long: { says: longText },
  ...chainSteps(),
};
