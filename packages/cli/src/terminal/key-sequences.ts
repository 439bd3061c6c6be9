import { widthOfCharacter } from "./width.ts";

/** Keyboard input: text (typed or pasted), or a key by its name (`enter`, `ctrl+c`, `alt+left`). */
export type Keystroke = { kind: "text"; text: string; pasted?: true } | { kind: "key"; name: string };

/** One item of input: its length in UTF-16 units, and its meaning. `partial`: more may belong to it. */
type Taken = { length: number; stroke?: Keystroke | "paste" | "paste-end"; partial?: true };

const key = (name: string): Keystroke => ({ kind: "key", name });

/** Key names by a sequence's last letter, and by the number before `~`. */
const byLetter: Readonly<Record<string, string>> = {
  ...{ A: "up", B: "down", C: "right", D: "left", H: "home", F: "end", Z: "shift+tab" },
};
const byNumber: Readonly<Record<string, string>> = {
  ...{ 1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end" },
};
const byControl: Readonly<Record<string, string>> = {
  ...{ "\r": "enter", "\n": "newline", "\t": "tab", "\b": "backspace", "\x7f": "backspace" },
  ...{
    "\x1b": "escape",
    "\x00": "ctrl+space",
    "\x1c": "ctrl+\\",
    "\x1d": "ctrl+]",
    "\x1e": "ctrl+^",
    "\x1f": "ctrl+_",
  },
};

/** Replies of a terminal (colours, its name, its state) end with BEL or `ESC \`. A longer sequence is not a reply. UTF-16 units. */
const longestAnswer = 16_384;
const beginsAnswer = /^(?:\][\dA-Zl]|P[\d!$+>?=|{]|_G|[\^X]\P{Cc})/u;

const csi = /^\[(?:M[\s\S]{3}|\[[A-E]|[0-?]*[ -/]*[@-~])/u;
const csiBegun = /^\[(?:M[\s\S]{0,2}|\[|[0-?]*[ -/]*)$/u;

/** Parses the first item of the input. `whole`: no more input follows, so an incomplete sequence is final. */
export function takeStroke(text: string, whole: boolean): Taken {
  const first = text === "" ? "" : String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (first !== "\x1b") return plainStroke(first);
  if (text.length === 1) return whole ? { length: 1, stroke: key("escape") } : { length: 1, partial: true };
  const second = text[1] ?? "";
  const rest = text.slice(1);
  if (second === "[") {
    const sequence = csi.exec(rest)?.[0];
    if (sequence !== undefined) return { length: sequence.length + 1, stroke: csiStroke(sequence) };
    if (csiBegun.test(rest) && !whole) return { length: text.length, partial: true };
    // Alt+[, or an incomplete sequence.
    return { length: csiBegun.test(rest) ? text.length : 2 };
  }
  if (second === "O" && (text.length > 2 || !whole)) {
    if (text.length === 2) return { length: 2, partial: true };
    const letter = text[2] ?? "";
    const name = letter === "M" ? "newline" : byLetter[letter];
    return { length: 3, stroke: name === undefined ? undefined : key(name) };
  }
  if ("]PX^_".includes(second)) return answerOf(text, rest, whole);
  if (second === "\x1b") {
    // Alt and an arrow as some terminals send it; otherwise two keys.
    const inner = takeStroke(rest, whole);
    if (inner.partial) return { length: text.length, partial: true };
    const { stroke } = inner;
    if (inner.length > 1 && typeof stroke === "object" && stroke.kind === "key")
      return { length: inner.length + 1, stroke: key(`alt+${stroke.name}`) };
    return { length: 1, stroke: key("escape") };
  }
  return altStroke(String.fromCodePoint(rest.codePointAt(0) ?? 0));
}

/** A terminal's reply: never a key. */
function answerOf(text: string, rest: string, whole: boolean): Taken {
  const isAnswer = beginsAnswer.test(rest);
  const [bell, end] = [text.indexOf("\x07", 2), text.indexOf("\x1b\\", 2)];
  if (isAnswer && bell >= 0 && (end < 0 || bell < end)) return { length: bell + 1 };
  if (isAnswer && end >= 0) return { length: end + 2 };
  const begun = text.length === 2 || (isAnswer && text.length < longestAnswer);
  if (begun && !whole) return { length: text.length, partial: true };
  return { length: isAnswer ? text.length : 2 };
}

function plainStroke(first: string): Taken {
  const { length } = first;
  const named = byControl[first];
  if (named !== undefined) return { length, stroke: key(named) };
  const code = first.charCodeAt(0);
  if (code < 0x20) return { length, stroke: key(`ctrl+${String.fromCharCode(code + 0x60)}`) };
  return /\p{Cc}/u.test(first) ? { length } : { length, stroke: { kind: "text", text: first } };
}

/** A letter with Alt. Wide characters from an input method right after Esc are text. */
function altStroke(sign: string): Taken {
  const length = 1 + sign.length;
  if (widthOfCharacter(sign) === 2) return { length, stroke: { kind: "text", text: sign } };
  const { stroke } = plainStroke(sign);
  if (typeof stroke !== "object") return { length };
  return { length, stroke: key(stroke.kind === "text" ? `alt+${stroke.text}` : withAlt(stroke.name)) };
}

const withAlt = (name: string) => (name === "newline" ? "alt+enter" : `alt+${name}`);

/** Undefined for all other sequences: mouse, focus, replies. */
function csiStroke(sequence: string): Taken["stroke"] {
  const [, body = "", last = ""] = /^\[(.*)([@-~])$/su.exec(sequence) ?? [];
  const [number = "", modifier = "1", code = ""] = body.split(";").map((part) => part.split(":")[0] ?? "");
  if (/[^\d;:]/.test(body)) return undefined;
  if (last === "~" && number === "200") return "paste";
  if (last === "~" && number === "201") return "paste-end";
  if (last === "u") return codeStroke(Number(number), modifier);
  if (last === "~" && number === "27") return codeStroke(Number(code), modifier);
  const name = last === "~" ? byNumber[number] : byLetter[last];
  return name === undefined ? undefined : key(modified(name, modifier));
}

/** A key by its code, as kitty and xterm send it. */
function codeStroke(code: number, modifier: string): Keystroke | undefined {
  if (!(code > 0 && code <= 0x10ffff)) return undefined;
  const sign = String.fromCodePoint(code);
  const name = byControl[sign];
  const bits = bitsOf(modifier);
  if (name === "enter" && (bits.shift || bits.ctrl)) return key("newline");
  if (name !== undefined) return key(modified(name, modifier));
  if (/\p{Cc}|\p{Co}/u.test(sign)) return undefined;
  if (bits.ctrl || bits.alt) return key(modified(sign.toLowerCase(), modifier));
  return { kind: "text", text: bits.shift ? sign.toUpperCase() : sign };
}

function modified(name: string, modifier: string): string {
  const { shift, alt, ctrl } = bitsOf(modifier);
  const shifted = shift && name === "tab" ? "shift+" : "";
  return `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${shifted}${name}`;
}

function bitsOf(modifier: string): { shift: boolean; alt: boolean; ctrl: boolean } {
  const bits = Math.max(0, Number(modifier) - 1);
  return { shift: (bits & 1) > 0, alt: (bits & 2) > 0, ctrl: (bits & 4) > 0 };
}
