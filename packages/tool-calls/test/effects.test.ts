import { describe, expect, it } from "vitest";
import { findCalls, parseToolCalls } from "../src/index.ts";
import { tools } from "./house-tools.ts";

const reads = ["read", "search"];
const call = '{"name": "read", "arguments": {"path": "src/a.ts"}}';
const wide = JSON.stringify(JSON.parse(call), null, 2);

const sentences = [
  "The test expected 3 and got 4. Let me look at the file.",
  "I ran the tests. Now I fix the file:",
  "Let me read the template file.",
  "For example, the config may be wrong.",
  "Here is how I will start.",
  "You can see the file below.",
  "I called it earlier and it failed.",
  "The format of the log is odd.",
  "Don't worry, I'll check.",
  "The server responded with an error; the response is empty:",
  "1. Read the file",
  "- read it",
  "First, I need to read `cart.py`.",
  "According to the documentation, it means X.",
  "It should look like this:",
  "Sure! Here's the JSON you asked for:",
  "I'll use the read tool",
  "Then:",
  "**Step 1**",
  "# Look",
  'Let me look at "cart.py" first.',
  "The schema says so.",
  "What does it say?",
  "Never mind.",
  "我先看看这个文件。",
  "例如，先读取：",
  "Je vais lire le fichier :",
  "Ich sehe mir die Datei an.",
  "The previous attempt returned nothing, so I read it again.",
  "To fix this, we should read the file.",
  "I would use the read tool for that.",
  "The sample is in src.",
  "Do not change anything yet.",
  "I have sent the request and received an answer.",
  "Expected output differs from actual output.",
  "As requested, I start with the file",
  "Okay.",
  "Reading (1 of 3)...",
  "The user wants the syntax checked.",
  "Before I answer, one look:",
];
const shapes: [shape: string, written: string, sameLine?: true][] = [
  ["bare", call, true],
  ["bare on several lines", wide],
  ["in a fence", `\`\`\`json\n${wide}\n\`\`\``],
  ["in a fence without a language", `\`\`\`\n${call}\n\`\`\``],
  ["tagged", `<tool_call>\n${call}\n</tool_call>`, true],
  ["tagged in a fence", `\`\`\`xml\n<tool_call>\n${call}\n</tool_call>\n\`\`\``],
];
const behind = [
  "",
  "\n\nThis will show it.",
  "\n\nOnce I have it I fix the bug.\n<tool_response>\nfoo\n</tool_response>",
];

describe.each(shapes)("a call that only reads, %s", (_shape, written, sameLine) => {
  it.each(sentences)("runs behind: %s", (sentence) => {
    for (const between of ["\n\n", "\n", ...(sameLine ? [" "] : [])])
      for (const words of behind) {
        const reply = sentence + between + written + words;
        const found = findCalls(reply, tools, { reads });
        expect(found.calls, reply).toEqual([{ name: "read", arguments: { path: "src/a.ts" } }]);
        const kept = found.kept ?? found.text;
        expect(kept, reply).not.toMatch(/will show|Once I have|foo/);
        expect(kept.startsWith(sentence.slice(0, 4)), reply).toBe(true);
      }
  });
});

const write = '{"name": "write", "arguments": {"path": "a.txt", "content": "x"}}';
const shell = '{"name": "shell", "arguments": {"command": "rm -rf x"}}';
const tagged =
  "<function=write>\n<parameter=path>a</parameter>\n<parameter=content>b</parameter>\n</function>";
const fenced = (body: string) => `\`\`\`json\n${body}\n\`\`\``;
const illustrations: [what: string, reply: string][] = [
  ["at the end, you could", `You could call it like this:\n\n${fenced(write)}`],
  ["in the line of the words", `You could call it like this: ${write}`],
  ["in a sentence", `To write a file, send ${write} to the server.`],
  [
    "tagged, words behind",
    `A call looks like this:\n<tool_call>\n${write}\n</tool_call>\nThe harness then runs it.`,
  ],
  ["tagged, at the end", `You could call it like this:\n<tool_call>\n${write}\n</tool_call>`],
  ["documentation", `# Docs\n\nThe write tool:\n\n${fenced(write)}\n\nIt writes.`],
  ["a fenced diff", `\`\`\`diff\n+${write}\n-foo\n\`\`\``],
  ["a bare diff", `diff --git a/x b/x\n+ ${write}\n- foo\n`],
  ["a code span", `Use \`${write}\` to write.`],
  ["a block quote", `> ${write}`],
  ["a table", `| tool | call |\n|--|--|\n| write | ${write} |`],
  ["alternatives in fences", `Either\n${fenced(write)}\nor\n${fenced(shell)}`],
  [
    "alternatives in tags",
    `Option 1:\n<tool_call>${write}</tool_call>\nOption 2:\n<tool_call>${shell}</tool_call>`,
  ],
  ["speech", `She said "${write}" and left.`],
  ["a program", `\`\`\`python\nclient.send(${write})\n\`\`\``],
  ["a line of a log", `I removed the line ${write} from the log. Done.`],
  ["a log", `The log shows:\n${shell}\nand then it crashed.`],
  ["inside another object", `{"answer": ${write}}`],
  ["indented", `Example:\n\n    ${write}\n\nThat was it.`],
  ["a fence in a fence", `\`\`\`\`markdown\n# Doc\n${fenced(write)}\n\`\`\`\``],
  ["tags, part of a sentence", `${tagged} is what the model sends.`],
  ["tags, a format", `The format is:\n\n${tagged}`],
  ["tags, in a line", `In Qwen's format, a call to the shell tool would be <tool_call>${shell}</tool_call>.`],
  ["a cause", `It was logged as ${shell}, which is why the file vanished.`],
  ["a comment", `// ${shell}`],
  ["a numbered list", `1. ${write}\n2. ${shell}\n\nPick one.`],
  ["a list", `- ${shell}\n- ${write}`],
  ["a warning", `Do not run ${shell}`],
  ["for instance", `For instance:\n${shell}`],
  ["Python with words behind", 'Documentation:\n\n[write(path="a", content="b")] writes a file.'],
  [
    "an answer to a question",
    `Here's the tool call you asked about:\n\n${write}\n\nLet me know if you want to run it.`,
  ],
  ["before and after", `Before:\n${write}\nAfter:\n${shell}`],
  ["a transcript", `{"role": "assistant", "content": "", "call": ${shell}}`],
  ["a list of what was called", `The history:\n\n[{"t": 1, "call": ${write}}, {"t": 2, "call": ${shell}}]`],
  ["a patch with its headers", `--- a/x.json\n+++ b/x.json\n@@ -1 +1 @@\n-${write}\n+${shell}`],
  ["a fence in a block quote", `> \`\`\`json\n> ${shell}\n> \`\`\`\n\nThat was the reply.`],
  ["an apology", `I should not have sent:\n${shell}\n\nSorry. What now?`],
  [
    "Mistral's notation",
    `Mistral prints [TOOL_CALLS]shell[ARGS]{"command": "rm -rf x"} then, and the server reads it.`,
  ],
  [
    "ReAct's",
    'The form is:\n\nAction: shell\nAction Input: {"command": "rm -rf x"}\n\nand then an observation.',
  ],
  ["Python in a line", 'Llama 4 would print [shell(command="rm -rf x")] as text.'],
  ["in reasoning", `<think>I could call ${shell}, but no.</think>\nI delete nothing.`],
];

describe("a call that changes something and is only shown", () => {
  it.each(illustrations)("does not run: %s", (_what, reply) => {
    expect(parseToolCalls(reply, tools, { reads }).calls).toEqual([]);
  });

  it.each(["sh", "bash", "js", "yaml"])(
    "is asked for once where it is all that a fence of %s holds",
    (language) => {
      const shown = '{"name": "shell", "arguments": {"command": "rm -rf build"}}';
      const found = findCalls(`\`\`\`${language}\n${shown}\n\`\`\``, tools, { reads });
      expect(found.calls).toEqual([]);
      expect(found.rejected).toMatchObject([{ name: "shell", why: { kind: "doubtful" } }]);
      expect(findCalls(`\`\`\`${language}\n${call}\n\`\`\``, tools, { reads }).calls).toHaveLength(1);
    },
  );

  it("is asked for once where it stands among words", () => {
    const { calls, text, rejected } = findCalls(`First:\n${write}\nThen the rest.`, tools, { reads });
    expect({ calls, text }).toEqual({ calls: [], text: `First:\n${write}\nThen the rest.` });
    expect(rejected).toMatchObject([{ name: "write", why: { kind: "doubtful" } }]);
  });

  it.each([
    ["a colon", `I ran the tests. Now I fix the file:\n\n${fenced(write)}`],
    ["a colon, tagged", `Now I fix the file:\n<tool_call>${write}</tool_call>`],
    ["a heading", `## The change\n\n${fenced(write)}`],
    ["a label", `**The change**\n${write}`],
    ["the sign of a list", `1. ${write}`],
    ["half a sentence", `I send <tool_call>${write}</tool_call>`],
  ])("is asked for once behind words that lead into it: %s", (_what, reply) => {
    const { calls, rejected } = findCalls(reply, tools, { reads });
    expect(calls).toEqual([]);
    expect(rejected).toMatchObject([{ name: "write", why: { kind: "doubtful" } }]);
  });

  const asked: [what: string, reply: string, name: string][] = [
    ["of a tool that nobody offers, the whole reply", '{"name": "doIt", "arguments": {"a": 1}}', "doIt"],
    ["the same in a fence", fenced('{"name": "doIt", "arguments": {"a": 1}}'), "doIt"],
    ["without a parameter that it needs", `I fix it.\n${write.replace(', "content": "x"', "")}`, "write"],
  ];

  it.each(asked)("is asked for once without marks: one %s", (_what, reply, name) => {
    const { calls, rejected } = findCalls(reply, tools, { reads });
    expect(calls).toEqual([]);
    expect(rejected).toMatchObject([{ name, why: { kind: "doubtful" } }]);
  });

  it.each([
    '{"name": "Ann", "age": 3}',
    '{"result": [1, 2]}',
    `The server takes {"name": "doIt", "arguments": {}} as well.`,
  ])("is no call where it is data: %s", (reply) =>
    expect(findCalls(reply, tools, { reads }).rejected).toBeUndefined(),
  );

  const told = [
    ...sentences,
    "You could call it like this:",
    "For example.",
    "Do not run this.",
    "例如。",
    "I fix it.",
  ];

  it.each(told)("is judged by the form of the words alone: %s", (words) => {
    const shapeless = words.replaceAll(/\p{L}/gu, "x");
    for (const one of [write, fenced(write), `<tool_call>\n${write}\n</tool_call>`]) {
      const [meant, blind] = [words, shapeless].map((before) =>
        findCalls(`${before}\n\n${one}`, tools, { reads }),
      );
      expect(meant?.calls, one).toEqual(blind?.calls);
      expect(meant?.rejected, one).toEqual(blind?.rejected);
    }
  });
});

describe("a call that changes something and is meant", () => {
  const meant: [what: string, reply: string][] = [
    ["alone", write],
    ["behind an announcement, in a fence", `I ran the tests. Now I fix the file.\n\n${fenced(write)}`],
    ["behind an announcement, bare", `The test expected 3 and got 4. I fix it.\n${write}`],
    ["behind an announcement, tagged", `I fix it.\n<tool_call>${write}</tool_call>`],
    ["at the head, tagged, words behind", `<tool_call>${write}</tool_call>\nThis writes the file.`],
    [
      "before an invented result",
      `I fix it.\n<tool_call>${write}</tool_call>\n<tool_response>ok</tool_response>\nDone.`,
    ],
    ["behind one that reads", `${call}\n${write}`],
  ];

  it.each(meant)("runs: %s", (_what, reply) => {
    const { calls } = parseToolCalls(reply, tools, { reads });
    expect(calls.at(-1)).toEqual({ name: "write", arguments: { path: "a.txt", content: "x" } });
  });

  it("counts as changing where nothing is known of its effect", () => {
    expect(parseToolCalls(`${call}\n\nThis reads it.`, tools).calls).toEqual([]);
  });
});

it("reads a call far behind a sign of comparison in its line", () => {
  const words = `If a ${"> b it fails. ".padEnd(200, "So I look at it. ")}`;
  const { calls } = parseToolCalls(`${words}<tool_call>${call}</tool_call>`, tools, { reads });
  expect(calls).toEqual([JSON.parse(call)]);
});

describe("a quotation", () => {
  const long = `It is said of the program that it went on. ${"So it was, as the log says. ".repeat(9)}`;
  const around: [where: string, (one: string) => string][] = [
    ["behind many words", (one) => `> ${long}${one}`],
    ["in a list", (one) => `- > It is. ${one}`],
    ["in a numbered list", (one) => `1. > It is. ${one}`],
    ["in the line that goes on with it", (one) => `> It is so.\n${one}`],
    ["behind another call", (one) => `> It is so.\n${one}\n${one}`],
    ["in a long row of a table", (one) => `| ${long}. ${one}`],
    ["in a long line of a diff", (one) => `+ ${long}. ${one}`],
  ];

  it.each(around)("shows a call that changes something and runs one that reads: %s", (where, quote) => {
    for (const mark of [true, false]) {
      if (mark && /row|diff/.test(where)) continue;
      const wrap = (one: string) => (mark ? `<tool_call>${one}</tool_call>` : one);
      expect(findCalls(quote(wrap(shell)), tools, { reads }).calls, quote(wrap(shell))).toEqual([]);
      const [read] = findCalls(quote(wrap(call)), tools, { reads }).calls;
      expect(read, quote(wrap(call))).toEqual(JSON.parse(call));
    }
  });

  it("ends at an empty line, and does not begin inside of a call", () => {
    const body = shell.replace("rm", "a\n> b");
    for (const reply of [
      `> It is so.\n\n${shell}`,
      `<tool_call>${body}</tool_call>\n<tool_call>${shell}</tool_call>`,
    ])
      expect(findCalls(reply, tools, { reads }).calls.at(-1), reply).toEqual(JSON.parse(shell));
  });
});
