import { emitKeypressEvents, type Interface, type Key } from "node:readline";

/** What came from the keyboard: words (typed or pasted), or a key by its name (`enter`, `ctrl+c`, `alt+left`). */
export type Keystroke = { kind: "text"; text: string } | { kind: "key"; name: string };

type Input = NodeJS.ReadStream;

/** A lone Esc is told from the beginning of another key after so many milliseconds. */
const escapeCodeTimeout = 50;

/** Listens to the keyboard in raw mode until the returned function is called. */
export function listenToKeys(
  input: Input,
  output: { write(text: string): unknown },
  onStroke: (stroke: Keystroke) => void,
): () => void {
  let pasted: string | undefined;
  // What was typed before anybody listened comes with the first look, as whole lines: there the terminal has made `\n` of Enter.
  let ahead = true;
  const listened = () => {
    ahead = false;
  };
  const onKey = (text: string | undefined, key: Key) => {
    if (key.name === "paste-start") pasted = "";
    else if (key.name === "paste-end") {
      if (pasted) onStroke({ kind: "text", text: pasted });
      pasted = undefined;
    } else if (pasted !== undefined) pasted += lineEnd(text ?? key.sequence ?? "");
    else for (const stroke of strokesOf(text, key, ahead)) onStroke(stroke);
  };
  // Only this field is read of it.
  emitKeypressEvents(input, { escapeCodeTimeout } as unknown as Interface);
  input.setRawMode(true);
  input.on("keypress", onKey);
  // Behind the listener that makes keys of what came.
  input.once("data", listened);
  input.resume();
  output.write("\x1b[?2004h");
  return () => {
    output.write("\x1b[?2004l");
    input.off("keypress", onKey);
    input.off("data", listened);
    input.setRawMode(false);
    input.pause();
  };
}

/** A pasted piece: line ends as ours, and no control characters. */
function lineEnd(text: string): string {
  return text === "\r" ? "\n" : text.replace(/(?![\n\t])\p{Cc}/gu, "");
}

/** Keys that mean a new line although terminals disagree on how to say so: Shift+Enter and Ctrl+Enter. */
const newlines = new Set(["\x1b[13;2u", "\x1b[13;5u", "\x1b[27;2;13~", "\x1b[27;5;13~", "\x1bOM"]);

/** Esc with a letter right behind it looks like Alt and that letter; only these are bound with Alt. */
const altLetters = "bf";

function strokesOf(text: string | undefined, key: Key, ahead: boolean): Keystroke[] {
  const { sequence = "" } = key;
  const letter = sequence.startsWith("\x1b") ? sequence.slice(1) : "";
  // A longer one is a key with a name; `[` and `O` begin one.
  if (!/^[^\p{Cc}[O]$/u.test(letter) || altLetters.includes(letter)) return [strokeOf(text, key, ahead)];
  return [
    { kind: "key", name: "escape" },
    { kind: "text", text: letter },
  ];
}

function strokeOf(
  text: string | undefined,
  { name, ctrl, meta, shift, sequence = "" }: Key,
  ahead: boolean,
): Keystroke {
  if (newlines.has(sequence)) return { kind: "key", name: "newline" };
  if (name === "return") return { kind: "key", name: meta ? "newline" : "enter" };
  if (name === "enter") return { kind: "key", name: ahead ? "enter" : "newline" };
  const typed = text ?? "";
  if (!ctrl && !meta && typed !== "" && !/\p{Cc}/u.test(typed)) return { kind: "text", text: typed };
  const modifiers = `${ctrl ? "ctrl+" : ""}${meta && name !== "escape" ? "alt+" : ""}`;
  return { kind: "key", name: `${modifiers}${shift && name === "tab" ? "shift+" : ""}${name ?? ""}` };
}
