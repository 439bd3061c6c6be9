import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { type Keystroke, listenToKeys } from "../../src/terminal/keyboard.ts";

const esc: Keystroke = { kind: "key", name: "escape" };
const text = (words: string): Keystroke => ({ kind: "text", text: words });
const key = (name: string): Keystroke => ({ kind: "key", name });

/** What is heard of bytes that come at once, as from a fast typist or a slow line. */
async function heard(bytes: string): Promise<Keystroke[]> {
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const strokes: Keystroke[] = [];
  const end = new Promise<void>((resolve) => {
    const stop = listenToKeys(input as unknown as NodeJS.ReadStream, { write: () => true }, (stroke) => {
      if (stroke.kind === "text" && stroke.text === "$") {
        stop();
        resolve();
      } else strokes.push(stroke);
    });
  });
  input.write(`${bytes}$`);
  await end;
  return strokes;
}

it("hears Ctrl+J as a new line once it listens", async () => {
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const strokes: Keystroke[] = [];
  const both = new Promise<void>((resolve) => {
    listenToKeys(input as unknown as NodeJS.ReadStream, { write: () => true }, (stroke) => {
      strokes.push(stroke);
      if (strokes.length === 1) input.write("\n");
      else resolve();
    });
  });
  input.write("a");
  await both;
  expect(strokes).toEqual([text("a"), key("newline")]);
});

it.each<[string, string, Keystroke[]]>([
  ["Esc and a letter behind it", "\x1bq", [esc, text("q")]],
  ["Esc and a letter of another script", "\x1b停", [esc, text("停")]],
  ["a word behind Esc", "\x1bno", [esc, text("n"), text("o")]],
  ["Alt with a letter that is bound", "\x1bb\x1bf", [key("alt+b"), key("alt+f")]],
  ["Alt+Up", "\x1b[1;3A", [key("alt+up")]],
  ["Alt+Enter", "\x1b\r", [key("newline")]],
  ["an arrow", "\x1b[D", [key("left")]],
  [
    "whole lines that were typed before anybody listened",
    "one\ntwo\nthr",
    [..."one"].map(text).concat([key("enter")], [..."two"].map(text), [key("enter")], [..."thr"].map(text)),
  ],
])("hears %s", async (_, bytes, strokes) => {
  expect(await heard(bytes)).toEqual(strokes);
});
