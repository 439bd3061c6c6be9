import { StringDecoder } from "node:string_decoder";
import { type Keystroke, takeStroke } from "./key-sequences.ts";

export type { Keystroke } from "./key-sequences.ts";

type Input = NodeJS.ReadStream;

/** Wait that distinguishes a lone Esc from the start of another key. Milliseconds. */
export const escapeWait = 50;

/** The same while a turn runs: a slow line splits the bytes of an arrow, and Esc would stop the turn. */
export const escapeWaitAtWork = 200;

/** Until then the rest of a key after its Esc is not taken as text. Milliseconds. */
const latestRest = 1_000;

/** Lines faster than typing count as a paste when the terminal does not mark pastes. Milliseconds. */
const burstGap = 10;

/** Text and Enters, without other keys. */
const onlyWords = /^[^\p{Cc}]*(?:[\t\r\n][^\p{Cc}]*)*$/u;
/** Three lines: two may arrive together because the terminal was busy. */
const linesAtOnce = /\r[^\r]*\S[^\r]*\r\s*\S/;

const lateRest = /^(?:\[[\d;]*[A-HZ~u]|O[A-DHFM])/;

type Options = {
  /** How long a lone Esc waits for the rest of a key. Milliseconds. */
  escapeWait?: () => number;
};

/** Listens to the keyboard in raw mode until the returned function is called. */
export function listenToKeys(
  input: Input,
  output: { write(text: string): unknown },
  onStroke: (stroke: Keystroke) => void,
  options: Options = {},
): () => void {
  const decoder = new StringDecoder("utf8");
  let begun = "";
  let pasted: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let escapedAt = Number.NEGATIVE_INFINITY;
  /** Lines that arrive together, until they stop. Begins with an Enter that may end the first line. */
  let burst: { text: string; timer: NodeJS.Timeout } | undefined;
  // Text typed before this listener started arrives with the first read, as whole lines. The terminal turned Enter into `\n` there.
  let ahead = true;
  const paste = (text: string): string => {
    const all = (pasted ?? "") + text;
    const end = all.indexOf(pasteEnd);
    pasted = end < 0 ? all : undefined;
    if (end < 0) return "";
    const words = pastedWords(all.slice(0, end));
    if (words !== "") onStroke({ kind: "text", text: words, pasted: true });
    return all.slice(end + pasteEnd.length);
  };
  const take = (whole: boolean) => {
    for (let text = begun; ; ) {
      if (pasted !== undefined) text = paste(text);
      begun = text;
      if (text === "") return;
      const { length, stroke, partial } = takeStroke(text, whole);
      if (partial) return;
      text = text.slice(length);
      begun = text;
      if (stroke === "paste") pasted = "";
      else if (typeof stroke === "object") onStroke(stroke);
      if (whole && stroke !== "paste" && text === "") return;
    }
  };
  const waited = () => {
    if (begun === "\x1b") escapedAt = performance.now();
    take(true);
  };
  const endBurst = () => {
    if (!burst) return;
    const { text } = burst;
    clearTimeout(burst.timer);
    burst = undefined;
    if (/[^\r]/.test(text)) return onStroke({ kind: "text", text: pastedWords(text), pasted: true });
    // Nothing followed: it is the Enter key.
    for (const _ of text) onStroke({ kind: "key", name: "enter" });
  };
  const hold = (text: string) => {
    clearTimeout(burst?.timer);
    burst = { text: (burst?.text ?? "") + text, timer: setTimeout(endBurst, burstGap) };
  };
  /** Holds back a possible paste; returns the rest for the keys. */
  const withoutBurst = (came: string): string => {
    if (pasted !== undefined || begun !== "") return came;
    if (!onlyWords.test(came)) {
      endBurst();
      return came;
    }
    // A further key, not a further line.
    if (burst?.text === "\r" && !came.includes("\r")) endBurst();
    if (burst || linesAtOnce.test(came)) {
      hold(came);
      return "";
    }
    if (!came.endsWith("\r") || came === "\r") return came;
    hold("\r");
    return came.slice(0, -1);
  };
  const onData = (bytes: Buffer | string) => {
    clearTimeout(timer);
    const read = typeof bytes === "string" ? bytes : decoder.write(bytes);
    const came = ahead && read.includes("\n") ? read : withoutBurst(read);
    const text = ahead ? came.replace(/(?<!\r)\n/g, "\r") : came;
    // Its Esc was already handled as a key.
    const isRest = begun === "" && pasted === undefined && performance.now() - escapedAt < latestRest;
    escapedAt = Number.NEGATIVE_INFINITY;
    begun += isRest && lateRest.test(text) ? `\x1b${text}` : text;
    take(false);
    ahead = false;
    if (begun !== "") timer = setTimeout(waited, (options.escapeWait ?? (() => escapeWait))());
  };
  input.setRawMode(true);
  input.on("data", onData);
  input.resume();
  output.write("\x1b[?2004h");
  return () => {
    clearTimeout(timer);
    endBurst();
    output.write("\x1b[?2004l");
    input.off("data", onData);
    input.setRawMode(false);
    input.pause();
  };
}

const pasteEnd = "\x1b[201~";

/** LF line ends, and no control characters except tabs. */
const pastedWords = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");
