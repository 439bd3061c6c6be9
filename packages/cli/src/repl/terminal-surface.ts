import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOneMessage } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { atWords } from "../terminal/at-words.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { editByKey } from "../terminal/edit-by-key.ts";
import { escapeWait, escapeWaitAtWork, type Keystroke, listenToKeys } from "../terminal/keyboard.ts";
import { LineEditor } from "../terminal/line-editor.ts";
import { type PaintedLine, paintLine } from "../terminal/painted-line.ts";
import { editor, runOutside } from "../terminal/run-outside.ts";
import { Screen } from "../terminal/screen.ts";
import type { Paint } from "../terminal/style.ts";
import { widthOf } from "../terminal/width.ts";
import { type Working, workingRow } from "../terminal/working-row.ts";
import { fuzzyPaths } from "./fuzzy-paths.ts";
import type { InputHistory } from "./input-history.ts";
import { LineMenu, type MenuItem } from "./line-menu.ts";
import type { Surface, SurfaceEvents } from "./surface.ts";

/** Keys that change the line as typing does: what it offers follows them. */
const edits: ReadonlySet<string> = new Set([
  "backspace",
  "ctrl+h",
  "ctrl+w",
  "alt+backspace",
  "ctrl+u",
  "tab",
]);

/** Choices that are looked up, and those that stand there at once. */
const mostFound = 50;
const mostShown = 6;

type Parts = {
  say: Say;
  paint: Paint;
  history: InputHistory;
  /** Replies are shown as Markdown, not its source. */
  markdown: boolean;
};

/** Nobody types so much between two looks at the keyboard. */
const pasted = 40;

/** The dialogue on a terminal that can rewrite its last rows. */
export class TerminalSurface implements Surface {
  readonly #parts: Parts;
  readonly #screen: Screen;
  readonly #editor = new LineEditor();
  #events: SurfaceEvents | undefined;
  #stopListening = () => {};
  #hint = "";
  #working: (() => Working) | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #live: readonly PaintedLine[] = [];
  /** How to answer a question, instead of the hint; the other text stands there while something is typed. */
  #asks: { text: string; typing?: string } | undefined;
  /** Said once, instead of the hint, until the next key. */
  #aside = "";
  #mark = "› ";
  #leaving = false;
  #menu: LineMenu | undefined;
  /** What stood in the line before the history was searched. */
  #searching: { draft: string } | undefined;
  #paths: readonly string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#screen = new Screen(process.stdout, parts.paint);
  }

  open(events: SurfaceEvents): void {
    this.#events = events;
    this.#listen();
    this.#show();
    if (this.#parts.markdown) void this.#readMarkdown();
  }

  #listen(): void {
    this.#stopListening = listenToKeys(process.stdin, process.stdout, (stroke) => this.#pressed(stroke), {
      escapeWait: () => (this.#events?.working() ? escapeWaitAtWork : escapeWait),
    });
  }

  async outside(run: () => Promise<unknown>): Promise<void> {
    this.#stopListening();
    this.#screen.pause();
    try {
      await run();
    } finally {
      this.#listen();
      this.#screen.resume();
      this.#show();
    }
  }

  /** Behind the prompt: nobody waits for it to type. */
  async #readMarkdown(): Promise<void> {
    const { MarkdownStream } = await import("../markdown/markdown-stream.ts");
    this.#screen.format(new MarkdownStream(this.#parts.paint));
  }

  readonly byLine = false;

  get draft(): string {
    return this.#editor.text;
  }

  get size(): { columns: number; rows: number } {
    return { columns: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 };
  }

  print(text: string, shown?: () => void): void {
    this.#screen.print(text, shown);
  }

  tell(text: string): void {
    this.print(atWords(text, this.size.columns));
  }

  stream(words: string): void {
    this.#screen.stream(words);
  }

  endStream(): void {
    this.#screen.endStream();
  }

  hint(text: string): void {
    this.#hint = text;
    this.#working = undefined;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#show();
  }

  work(working: () => Working): void {
    this.#working = working;
    this.#ticking ??= setInterval(() => this.#show(), 1_000);
    this.#ticking.unref();
    this.#show();
  }

  live(lines: readonly PaintedLine[]): void {
    this.#live = lines;
    this.#show();
  }

  question(how: { text: string; typing?: string } | undefined): void {
    this.#asks = how;
    this.#show();
  }

  mark(text: string): void {
    this.#mark = `${text} `;
    this.#show();
  }

  putBack(text: string): void {
    this.#editor.set(asOneMessage([text, this.#editor.text]));
    this.#show();
  }

  /** What stands in the line unsent is in the history then. */
  close(): void {
    this.#parts.history.add(this.draft);
    this.#stopListening();
    clearInterval(this.#ticking);
    this.#screen.close();
  }

  #pressed(stroke: Keystroke): void {
    const wasLeaving = this.#leaving;
    this.#leaving = false;
    this.#aside = "";
    const pressedFor = this.#events?.pressed(stroke, this.#editor.text) ?? "line";
    if (pressedFor === "question-and-line") this.#editor.set("");
    if (typeof pressedFor === "object") this.#editor.set(pressedFor.line);
    if (pressedFor === "line") {
      const before = this.#editor.text;
      if (stroke.kind === "text") this.#editor.insert(stroke.text);
      else if (!this.#menuKey(stroke.name)) this.#key(stroke.name, wasLeaving);
      const now = this.#editor.text;
      if (now !== before) this.#events?.typed(now, stroke.kind === "text" && stroke.text.length >= pasted);
      if (now !== before) this.#offer(stroke.kind === "text" || edits.has(stroke.name));
    } else this.#menu = undefined;
    this.#show();
  }

  /** A key for the choices below the line; false where it is for the line. */
  #menuKey(name: string): boolean {
    const menu = this.#menu;
    if (this.#searching) return this.#searchKey(name);
    if (!menu) return false;
    const { chosen } = menu;
    switch (name) {
      case "up":
      case "ctrl+p":
        menu.move(-1);
        return true;
      case "down":
      case "ctrl+n":
        menu.move(1);
        return true;
      case "escape":
        this.#menu = undefined;
        return true;
      case "tab":
        if (menu.kind === "slash" && !menu.moved && this.#complete(this.#editor.text)) return true;
        this.#take(chosen);
        return true;
      case "enter": {
        const isWritten = menu.items.some(({ line }) => line.trim() === this.#editor.text.trim());
        if (menu.kind === "slash" && isWritten && !menu.moved) return false;
        this.#take(chosen);
        // One that wants words behind it waits for them.
        return menu.kind === "path" || chosen?.line.endsWith(" ") === true;
      }
      default:
        return false;
    }
  }

  #searchKey(name: string): boolean {
    const draft = this.#searching?.draft ?? "";
    switch (name) {
      case "ctrl+r":
      case "up":
        this.#menu?.move(1);
        return true;
      case "down":
        this.#menu?.move(-1);
        return true;
      case "enter":
      case "tab":
        this.#searching = undefined;
        this.#take(this.#menu?.chosen ?? { label: "", line: draft });
        return true;
      case "escape":
      case "ctrl+c":
      case "ctrl+g":
        this.#searching = undefined;
        this.#take({ label: "", line: draft });
        return true;
      default:
        editByKey(this.#editor, name);
        return true;
    }
  }

  #take(item: MenuItem | undefined): void {
    if (item) this.#editor.set(item.line);
    this.#menu = undefined;
  }

  /** The choices that what was typed has; none of a line that came from elsewhere. */
  #offer(typed: boolean): void {
    const { say, history } = this.#parts;
    const { text, characters, cursor } = this.#editor;
    this.#menu = undefined;
    if (this.#searching) {
      const items = history.search(text, mostFound).map((line) => ({ label: line, line }));
      this.#menu = new LineMenu("history", items, say("menu.history", { count: items.length }));
      return;
    }
    if (!typed || text.includes("\n") || this.#asks || cursor < characters.length) return;
    if (text.startsWith("/")) {
      const choices = this.#events?.complete(text) ?? [];
      const items = choices.map((line) => ({ label: line.trim(), help: this.#events?.helpFor(line), line }));
      if (items.length > 0)
        this.#menu = new LineMenu("slash", items, say("menu.slash", { count: items.length }));
      return;
    }
    const [, head = "", query] = /^((?:[\s\S]*\s)?)@([^\s@]*)$/.exec(text) ?? [];
    if (query === undefined) return;
    const items = fuzzyPaths(this.#paths, query, mostFound).map((path) => ({
      label: path,
      line: `${head}${path} `,
    }));
    if (items.length > 0) this.#menu = new LineMenu("path", items, say("menu.path", { count: items.length }));
    if (query === "") void this.#readPaths();
  }

  async #readPaths(): Promise<void> {
    const paths = (await this.#events?.paths()) ?? [];
    const grew = this.#paths.length === 0 && paths.length > 0;
    this.#paths = paths;
    if (!grew) return;
    this.#offer(true);
    this.#show();
  }

  #search(): void {
    this.#searching = { draft: this.#editor.text };
    this.#editor.set("");
    this.#offer(true);
  }

  /** The line in the person's editor. */
  async #edit(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-line-"));
    const file = join(folder, "message.md");
    try {
      await writeFile(file, this.#editor.text, { mode: 0o600 });
      const command = editor();
      let code: number | null = 0;
      await this.outside(async () => {
        code = await runOutside(`${command} "${file}"`);
      });
      if (code === 0) this.#editor.set((await readFile(file, "utf8")).replace(/\n+$/, ""));
      else this.tell(this.#parts.say("repl.noEditor", { command }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    this.#show();
  }

  /** The shell has the terminal until it lets this program go on. */
  #suspend(): Promise<void> {
    return this.outside(
      () =>
        new Promise<void>((resolve) => {
          process.once("SIGCONT", () => resolve());
          process.kill(process.pid, "SIGTSTP");
        }),
    );
  }

  #key(name: string, wasLeaving: boolean): void {
    const { history } = this.#parts;
    const { text } = this.#editor;
    switch (name) {
      case "enter":
        this.#enter();
        break;
      case "escape":
        this.#events?.interrupt();
        break;
      case "ctrl+c":
        this.#controlC(wasLeaving);
        break;
      case "ctrl+d":
        if (text === "") this.#events?.leave();
        else this.#editor.delete();
        break;
      case "ctrl+l":
        this.#screen.clear();
        break;
      case "alt+enter":
        if (this.#events?.working() && text.trim() !== "") this.#enterAfter(text);
        else this.#editor.insert("\n");
        break;
      case "shift+tab":
        this.#events?.nextMode();
        break;
      case "ctrl+r":
        this.#search();
        break;
      case "ctrl+g":
        void this.#edit();
        break;
      case "ctrl+z":
        void this.#suspend();
        break;
      case "ctrl+o":
        this.#events?.showAll();
        break;
      case "alt+up":
        this.#events?.takeBack();
        break;
      case "tab":
        this.#complete(text);
        break;
      case "up":
      case "ctrl+p":
        if (!this.#editor.vertical(-1)) this.#recall(history.older(text));
        break;
      case "down":
      case "ctrl+n":
        if (!this.#editor.vertical(1)) this.#recall(history.newer());
        break;
      default:
        editByKey(this.#editor, name);
    }
  }

  #enter(): void {
    const { characters, cursor, text } = this.#editor;
    if (characters[cursor - 1] === "\\") {
      this.#editor.backspace();
      this.#editor.insert("\n");
      return;
    }
    this.#editor.begin();
    if (text.trim() !== "") {
      this.#parts.history.add(text);
      this.print(this.#asSent(text));
    }
    this.#events?.entered(text);
  }

  #enterAfter(text: string): void {
    this.#editor.begin();
    this.#parts.history.add(text);
    this.#events?.enteredAfter(text);
  }

  #asSent(text: string): string {
    const { paint } = this.#parts;
    const indent = " ".repeat(widthOf(this.#mark));
    const lines = text.split("\n");
    return lines
      .map((line, at) => paint("cyan", at === 0 ? this.#mark : indent) + paint("bold", line))
      .join("\n");
  }

  /** First it stops what runs; then it clears the line, which history keeps; on an empty line the second one leaves. */
  #controlC(wasLeaving: boolean): void {
    if (this.#events?.interrupt()) return;
    const { text } = this.#editor;
    if (text !== "") {
      this.#parts.history.add(text);
      this.#editor.set("");
    } else if (wasLeaving) this.#events?.leave();
    else {
      this.#leaving = true;
      this.#aside = this.#parts.say("repl.leaveHow");
    }
  }

  #recall(line: string | undefined): void {
    if (line !== undefined) this.#editor.set(line);
  }

  /** Writes what all choices have in common; false where that stands there. */
  #complete(text: string): boolean {
    const [first, ...others] = this.#events?.complete(text) ?? [];
    if (first === undefined) return false;
    let common = first;
    for (const choice of others) while (!choice.startsWith(common)) common = common.slice(0, -1);
    if (common.length <= text.length) return false;
    this.#editor.set(common);
    this.#offer(true);
    return true;
  }

  #show(): void {
    const { characters, cursor } = this.#editor;
    const hint = this.#hintNow(characters.length > 0);
    const { columns } = this.size;
    const live = this.#asks ? [] : this.#live;
    this.#screen.show({
      live: live.map(({ text, ink }) =>
        paintLine({ text: cutToWidth(visibleText(text), columns - 1), ink }, this.#parts.paint),
      ),
      hint,
      asks: this.#asks !== undefined && this.#asks.text !== "",
      menu: this.#menu?.rows(columns, mostShown, this.#parts.paint) ?? [],
      mark: this.#searching ? `${this.#parts.say("menu.searchMark")} ` : this.#mark,
      characters,
      cursor,
    });
  }

  #hintNow(typing: boolean): string {
    if (this.#aside !== "") return this.#aside;
    const { text } = this.#editor;
    if (!this.#asks && text.startsWith("!"))
      return this.#parts.say(text.startsWith("!!") ? "own.onlyShown" : "own.asYou");
    if (!this.#asks) return this.#working ? workingRow(this.#working(), this.size.columns - 1) : this.#hint;
    return (typing ? this.#asks.typing : undefined) ?? this.#asks.text;
  }
}
