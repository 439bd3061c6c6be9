import type { CallSubject } from "@kestrel/protocol";
import { todoItems } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { exactText, linesRead, readCall, readHits } from "../src/calls/tool-call.ts";

describe("a call as a person reads it", () => {
  it.each([
    [
      { display: "file", paths: [{ path: "a.ts", access: "read" }] },
      { icon: "read", target: "a.ts" },
    ],
    [
      { display: "matches", pattern: "x+", paths: [{ path: "src", access: "read" }] },
      { icon: "search", target: "x+", where: "src" },
    ],
    [
      { display: "command", commands: ["npm test"] },
      { icon: "shell", target: "npm test" },
    ],
    [{ network: ["example.org"] }, { display: "text", icon: "other", target: '{"of":"it"}' }],
    [undefined, { display: "text", target: '{"of":"it"}' }],
  ] as const)("%j: what its tool says it is about, else its bytes", (subject, drawn) => {
    expect(readCall({ arguments: '{"of":"it"}', subject: subject as CallSubject | undefined })).toMatchObject(
      drawn,
    );
  });

  it("is the question where the person was asked, and never its JSON, before it is asked and in old logs too", () => {
    const bytes = '{"question":"Red or blue?"}';
    const question = {
      digest: "d",
      question: "Red or blue?",
      askedAt: "",
      end: "answered",
      text: "red",
    } as const;
    expect(readCall({ arguments: bytes, question })).toMatchObject({
      display: "question",
      target: "Red or blue?",
    });
    expect(readCall({ arguments: bytes, subject: { display: "question" } }).target).toBe("");
    // What an MCP server asks belongs to a call of its own.
    const ofServer = { ...question, server: "s" };
    expect(readCall({ arguments: bytes, question: ofServer }).display).toBe("text");
  });

  it("puts every byte of a command before a person, and what else it was given", () => {
    const subject = { commands: ["npm test"] };
    expect(exactText({ arguments: '{ "command": "npm test" }', subject })).toBe("npm test");
    const more = '{"command":"npm test","timeout":900}';
    expect(exactText({ arguments: more, subject })).toBe(`npm test\n\n${more}`);
    expect(exactText({ arguments: "{}" })).toBe("{}");
  });

  it("does not take the answer of a search that found nothing for a file", () => {
    for (const answer of ["No matches.", "No files match."]) {
      expect(readHits(answer)).toEqual({ files: [], rest: [answer], count: 0 });
    }
  });

  it("reads the model's list from its call", () => {
    const list = '{"items":[{"text":"look","done":true},{"text":"mend"},{"done":true},null]}';
    expect(todoItems(list)).toEqual([
      { text: "look", done: true },
      { text: "mend", done: false },
    ]);
    for (const none of ["", "null", "[]", '{"items":7}']) expect(todoItems(none)).toEqual([]);
  });

  it("groups hits by file and keeps what is said about the search", () => {
    const { files, rest, count } = readHits("a.ts\n4: one\n9: two\nb.ts\n1: three\n[only the first 3 hits]");
    expect(count).toBe(3);
    expect(files.map(({ path, lines }) => [path, lines.length])).toEqual([
      ["a.ts", 2],
      ["b.ts", 1],
    ]);
    expect(rest).toEqual(["[only the first 3 hits]"]);
  });

  it("counts files when the search was for names", () => {
    expect(readHits("a.ts\nb.ts")).toMatchObject({ count: 0, files: [{ path: "a.ts" }, { path: "b.ts" }] });
  });
});

describe("how many lines of a file a reading shows", () => {
  const file = Array.from({ length: 13 }, (_, line) => `line ${line}`).join("\n");

  it.each([
    ["the file alone", file],
    [
      "and how to change it whole",
      `${file}\n\n[To change calc.py: write the line calc.py, and below it one code block with the whole new file.]`,
    ],
    ["a part of it", `${file}\n[lines 1-13 of 90; go on with offset 14]`],
    [
      "a part of decoded text",
      `${file}\n[lines 1-13 of 90; go on with offset 14]\n[gbk text, decoded; edit and write keep it gbk]`,
    ],
    ["with a bracket of its own at the end", `${file.replace("line 12", "[x]")}`],
  ])("%s", (_, content) => {
    expect(linesRead(content)).toBe(13);
  });

  it("none of an empty one", () => {
    expect(linesRead("[empty file]")).toBe(0);
  });
});
