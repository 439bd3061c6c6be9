import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { escapeWaitAtWork, type Keystroke, listenToKeys } from "../../src/terminal/keyboard.ts";

const esc: Keystroke = { kind: "key", name: "escape" };
const text = (words: string): Keystroke => ({ kind: "text", text: words });
const paste = (words: string): Keystroke => ({ kind: "text", text: words, pasted: true });
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
  ["Alt and a letter that is not bound as no Esc", "\x1bq", [key("alt+q")]],
  ["what an input method wrote behind Esc", "\x1b停", [text("停")]],
  ["Alt with a letter that is bound", "\x1bb\x1bf\x1bd", [key("alt+b"), key("alt+f"), key("alt+d")]],
  ["Alt+Up", "\x1b[1;3A\x1b\x1b[A", [key("alt+up"), key("alt+up")]],
  ["Alt+Enter", "\x1b\r", [key("alt+enter")]],
  ["Shift+Tab", "\x1b[Z\x1b[9;2u", [key("shift+tab"), key("shift+tab")]],
  [
    "Shift+Enter as kitty, xterm and a keypad send it",
    "\x1b[13;2u\x1b[27;2;13~\x1bOM",
    Array(3).fill(key("newline")),
  ],
  [
    "Ctrl and a letter, with its number too",
    "\x03\x1b[99;5u\x1f",
    [key("ctrl+c"), key("ctrl+c"), key("ctrl+_")],
  ],
  ["an arrow", "\x1b[D\x1bOD", [key("left"), key("left")]],
  ["a paste as one piece", "\x1b[200~a\r\nb\x1b[31m\x1b[201~", [paste("a\nb[31m")]],
  [
    "whole lines that were typed before anybody listened",
    "one\ntwo\nthr",
    [..."one"].map(text).concat([key("enter")], [..."two"].map(text), [key("enter")], [..."thr"].map(text)),
  ],
])("hears %s", async (_, bytes, strokes) => {
  expect(await heard(bytes)).toEqual(strokes);
});

it.each([
  ["a mouse", "\x1b[<0;10;10M\x1b[<0;10;10m\x1b[M !!"],
  ["what a terminal is", "\x1b[?62;22c\x1b[>1;2;3c\x1bP>|tmux 3.4\x1b\\\x1bP!|00000000\x1b\\"],
  ["where the cursor is", "\x1b[12;40R\x1b[?12;40R\x1b[0n"],
  ["colours", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b]4;1;rgb:cc/00/00\x07"],
  ["the clipboard", "\x1b]52;c;aGVsbG8=\x07"],
  ["modes and sizes", "\x1b[?2026;2$y\x1b[8;40;80t\x1b[?1u"],
  ["focus", "\x1b[I\x1b[O"],
  ["pictures", "\x1b_Gi=31;OK\x1b\\"],
  ["a function key", "\x1b[15~\x1b[[A\x1bOP"],
])("types nothing of an answer of the terminal: %s", async (_, bytes) => {
  expect(await heard(bytes)).toEqual([]);
});

/** Strokes of pieces that come one after the other, once so many are heard. */
async function heardInPieces(pieces: readonly string[], count: number): Promise<Keystroke[]> {
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const strokes: Keystroke[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const listening = (stroke: Keystroke) => void strokes.push(stroke);
  const options = { escapeWait: () => escapeWaitAtWork };
  const stop = listenToKeys(input as unknown as NodeJS.ReadStream, { write: () => true }, listening, options);
  for (const piece of pieces) {
    input.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(90);
  }
  vi.advanceTimersByTime(escapeWaitAtWork);
  stop();
  expect(strokes).toHaveLength(count);
  return strokes;
}

describe("lines that come at once, where the terminal does not say that they were pasted", () => {
  /** What is heard of pieces, one right behind the other, until no more comes. */
  const all = (...pieces: string[]) => {
    const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
    const strokes: Keystroke[] = [];
    const stop = listenToKeys(input as unknown as NodeJS.ReadStream, { write: () => true }, (stroke) => {
      strokes.push(stroke);
    });
    for (const piece of pieces) input.emit("data", piece);
    stop();
    return strokes;
  };

  it("are one paste, in however many pieces", () => {
    expect(all("one\rtwo\rthree\r", "four\r")).toEqual([paste("one\ntwo\nthree\nfour\n")]);
    expect(all("x", "a\r", "b\rc")).toEqual([text("x"), text("a"), paste("\nb\nc")]);
  });

  it("end where a key is pressed", () => {
    expect(all("one\rtwo\rthree", "\x1b[A")).toEqual([paste("one\ntwo\nthree"), key("up")]);
  });

  it("are no paste where nothing follows Enter", () => {
    expect(all("hi", "\r")).toEqual([text("h"), text("i"), key("enter")]);
    expect(all("hi\r")).toEqual([text("h"), text("i"), key("enter")]);
    expect(all("\r")).toEqual([key("enter")]);
    expect(all("a", "\r", "b", "\r")).toEqual([text("a"), key("enter"), text("b"), key("enter")]);
    expect(all("a\r", "b")).toEqual([text("a"), key("enter"), text("b")]);
    expect(all("a\rb\r")).toEqual([text("a"), key("enter"), text("b"), key("enter")]);
  });
});

describe("bytes that a slow line splits", () => {
  it("are one key, and no Esc that stops a turn", async () => {
    expect(await heardInPieces(["\x1b", "[A"], 1)).toEqual([key("up")]);
    expect(await heardInPieces(["\x1b[1", ";3A"], 1)).toEqual([key("alt+up")]);
    expect(await heardInPieces(["\x1b]11;rgb:1e1e", "/1e1e/1e1e\x07"], 0)).toEqual([]);
  });

  it("type nothing where they come later than that", async () => {
    expect(await heardInPieces(["\x1b", "", "", "", "[A"], 2)).toEqual([esc, key("up")]);
  });

  it("are Esc where nothing follows", async () => {
    expect(await heardInPieces(["\x1b"], 1)).toEqual([esc]);
    expect(await heardInPieces(["\x1b\x1b"], 2)).toEqual([esc, esc]);
  });

  it("are a letter of several bytes", async () => {
    const [first, second] = [Buffer.from("停").subarray(0, 1), Buffer.from("停").subarray(1)];
    const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
    const heard = new Promise((resolve) => {
      listenToKeys(input as unknown as NodeJS.ReadStream, { write: () => true }, resolve);
    });
    input.write(first);
    input.write(second);
    expect(await heard).toEqual(text("停"));
  });
});
