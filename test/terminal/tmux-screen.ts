import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { testTmux } from "../machine.ts";
import { type KestrelHome, program } from "./kestrel-home.ts";

const run = promisify(execFile);
/** Long enough for a loaded machine. Milliseconds. */
const patience = 60_000;

/** Kestrel in a terminal of its own. */
export type TmuxScreen = {
  /** Presses keys by tmux's names: `Enter`, `Escape`, `C-c`, `M-Enter`. */
  press(...keys: string[]): Promise<void>;
  /** Types text as it stands. */
  type(text: string): Promise<void>;
  /** Types a line and presses Enter. */
  enter(line: string): Promise<void>;
  /** Pastes text as a terminal does, in brackets. */
  paste(text: string): Promise<void>;
  /** Pastes text as a terminal does that does not know brackets. */
  pasteBare(text: string): Promise<void>;
  /** Enters a line; resolves with the screen when it shows what comes of it. */
  tell(line: string, wanted: string | RegExp): Promise<string>;
  /** What was shown so far, scrollback included; wrapped lines are joined. */
  text(): Promise<string>;
  /** The same with the colours of its text, as escape sequences. */
  colours(): Promise<string>;
  /** What the terminal is titled. */
  title(): Promise<string>;
  /** Resolves with the screen when it shows this; rejects with what it shows instead. */
  shows(wanted: string | RegExp): Promise<string>;
  /** The prompt's line, or lines, at the bottom. */
  cursor(): Promise<{ column: number; row: number }>;
  resize(columns: number, rows: number): Promise<void>;
};

let screens = 0;

/** Starts `kestrel` with these words on a screen of 80 columns, or as many as are named; when it ends, the screen shows `ended N`. */
export async function tmuxScreen(
  home: KestrelHome,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  columns = 80,
): Promise<TmuxScreen> {
  const server = `kestrel-test-${process.pid}-${++screens}`;
  const tmux = async (...args: string[]) =>
    (await run(testTmux ?? "tmux", ["-L", server, "-f", "/dev/null", ...args])).stdout;
  const quoted = [process.execPath, program, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const variables = Object.entries({ ...home.environment, ...environment }).flatMap(([name, value]) => [
    "-e",
    `${name}=${value}`,
  ]);
  const size = ["-x", String(columns), "-y", "40"];
  const command = `${quoted.join(" ")}; echo "ended $?"; exec sleep 600`;
  await tmux("new-session", "-d", ...size, "-c", home.workspace, ...variables, command);
  onTestFinished(async () => {
    await tmux("kill-server").catch(() => undefined);
  });
  const text = async () => (await tmux("capture-pane", "-p", "-J", "-S", "-2000")).trimEnd();
  const press = async (...keys: string[]) => void (await tmux("send-keys", ...keys));
  const type = async (words: string) => void (await tmux("send-keys", "-l", words));
  const enter = async (line: string) => {
    await type(line);
    await press("Enter");
  };
  const shows = async (wanted: string | RegExp) => {
    const has = (text: string) => (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text));
    // A sentence of ours that was broken between words is found as it was said.
    const fits = (shown: string) => has(shown) || has(shown.replaceAll(/\n {4}(?! )/g, " "));
    let shown = "";
    for (const until = performance.now() + patience; performance.now() < until; await sleep(50)) {
      shown = await text();
      if (fits(shown)) return shown;
    }
    throw new Error(`the screen never showed ${String(wanted)}, but:\n${shown}`);
  };
  return {
    text,
    colours: () => tmux("capture-pane", "-p", "-e", "-S", "-2000"),
    title: async () => (await tmux("display-message", "-p", "#{pane_title}")).trimEnd(),
    press,
    type,
    enter,
    shows,
    tell: async (line, wanted) => {
      await enter(line);
      return shows(wanted);
    },
    paste: async (words) => {
      await tmux("set-buffer", words);
      await tmux("paste-buffer", "-p");
    },
    pasteBare: async (words) => {
      await tmux("set-buffer", words);
      await tmux("paste-buffer");
    },
    cursor: async () => {
      const [column, row] = (await tmux("display-message", "-p", "#{cursor_x} #{cursor_y}"))
        .split(" ")
        .map(Number);
      return { column: column ?? -1, row: row ?? -1 };
    },
    resize: async (columns, rows) =>
      void (await tmux("resize-window", "-x", String(columns), "-y", String(rows))),
  };
}
