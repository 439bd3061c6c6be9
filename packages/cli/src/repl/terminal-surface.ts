import { asOneMessage } from "@kestrel/session-state";
import { hasPaste, keptPastes, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { atWords } from "../terminal/at-words.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { editByKey } from "../terminal/edit-by-key.ts";
import { escapeWait, escapeWaitAtWork, type Keystroke, listenToKeys } from "../terminal/keyboard.ts";
import { isBlock, LineEditor } from "../terminal/line-editor.ts";
import { type PaintedLine, paintLine } from "../terminal/painted-line.ts";
import { Screen } from "../terminal/screen.ts";
import type { Paint } from "../terminal/style.ts";
import { setTheme } from "../terminal/to-terminal.ts";
import { charactersOf, widthOf } from "../terminal/width.ts";
import { type Working, workingRow } from "../terminal/working-row.ts";
import { Alerts, type Standing } from "./alerts.ts";
import type { InputHistory } from "./input-history.ts";
import { LineChoices } from "./line-choices.ts";
import type { MenuItem } from "./line-menu.ts";
import { onlyPictures } from "./named-pictures.ts";
import { inEditor, suspend } from "./outside-line.ts";
import type { Surface, SurfaceEvents } from "./surface.ts";
import type { TerminalSettings } from "./terminal-settings.ts";

type Parts = {
  say: Say;
  paint: Paint;
  history: InputHistory;
  /** Replies are rendered as Markdown. */
  markdown: boolean;
};

/** A paste with more lines or characters is shown as its size. */
const mostLinesShown = 10;
const mostCharactersShown = 2_000;

/** A trailing line end begins no line. */
const linesIn = (text: string) => text.replace(/\n$/, "").split("\n").length;

/** Characters in one read that count as a paste: typing is slower. */
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
  /** How to answer a question, shown instead of the hint; `typing` is shown while the line is not empty. */
  #asks: { text: string; typing?: string } | undefined;
  /** Shown instead of the hint, until the next key. */
  #aside = "";
  #mark = "› ";
  #leaving = false;
  /** The previous key was an Esc that stopped nothing. */
  #escaped = false;
  readonly #choices: LineChoices;
  readonly #alerts = new Alerts((text) => process.stdout.write(text));
  #keys: TerminalSettings["keys"] = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#screen = new Screen(process.stdout, parts.paint);
    this.#choices = new LineChoices({
      ...{ ...parts, editor: this.#editor },
      events: () => this.#events,
      asks: () => this.#asks !== undefined,
      changed: () => this.#show(),
      enter: () => this.#enter(),
    });
  }

  /** Draws the prompt and takes keys before the dialogue is ready. `open` follows. Resolves when it is drawn. */
  openEarly(events: SurfaceEvents): Promise<void> {
    this.#events = events;
    this.#listen();
    this.#show();
    return this.#screen.drawn();
  }

  open(events: SurfaceEvents): void {
    if (!this.#events) this.#listen();
    this.#events = events;
    this.#choices.offer();
    this.#show();
    if (this.#parts.markdown) this.laidOut = this.#readMarkdown();
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

  /** Loaded after the prompt is shown, which does not wait for it. */
  async #readMarkdown(): Promise<void> {
    await this.#screen.drawn();
    const { MarkdownStream } = await import("../markdown/markdown-stream.ts");
    this.#screen.format(new MarkdownStream(this.#parts.paint, process.env));
  }

  readonly byLine = false;
  #pastes: readonly string[] = [];
  laidOut: Promise<void> | undefined;

  wasPasted(text: string): boolean {
    return hasPaste(text, this.#pastes);
  }

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

  stands(standing: Standing, title: string, words: string): void {
    this.#alerts.stands(standing, title, words);
  }

  configure(settings: TerminalSettings): void {
    setTheme(settings.theme);
    this.#keys = settings.keys;
    this.#alerts.configure(settings);
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

  clearLine(): void {
    this.#parts.history.add(this.draft);
    this.#editor.set("");
    this.#show();
  }

  rereadHistory(): void {
    this.#parts.history.reread();
  }

  /** Adds the unsent line to the history. */
  close(): void {
    this.#parts.history.add(this.draft);
    this.#stopListening();
    this.#alerts.close();
    clearInterval(this.#ticking);
    this.#screen.close();
  }

  #pressed(pressed: Keystroke): void {
    const stroke =
      pressed.kind === "key" ? { ...pressed, name: this.#keys.get(pressed.name) ?? pressed.name } : pressed;
    const wasLeaving = this.#leaving;
    this.#leaving = false;
    const wasEscape = this.#escaped;
    this.#escaped = false;
    this.#aside = "";
    this.#choices.next(stroke.kind === "key" ? stroke.name : "");
    const pressedFor = this.#events?.pressed(stroke, this.#editor.text) ?? "line";
    if (pressedFor === "question-and-line") this.#editor.set("");
    if (typeof pressedFor === "object") this.#editor.set(pressedFor.line);
    if (pressedFor === "line") {
      const before = this.#editor.text;
      const name = stroke.kind === "key" ? stroke.name : "";
      if (stroke.kind === "text" && stroke.pasted && !onlyPictures(stroke.text))
        this.#pastes = [stroke.text, ...this.#pastes].slice(0, keptPastes);
      if (stroke.kind === "text") this.#insert(stroke.text);
      else if (!this.#choices.key(name)) this.#key(name, wasLeaving, wasEscape);
      const now = this.#editor.text;
      if (now !== before && this.#choices.mark === undefined)
        this.#events?.typed(now, stroke.kind === "text" && stroke.text.length >= pasted);
      if (now !== before) this.#choices.offer(stroke.kind === "key" ? stroke.name : undefined);
    } else this.#choices.close();
    this.#show();
  }

  /** A long paste is shown as its size; it is sent in full, and Ctrl+G opens it. */
  #insert(text: string): void {
    const isLong = text.split("\n").length > mostLinesShown || text.length > mostCharactersShown;
    if (isLong && isBlock(text)) this.#editor.insertBlock(text);
    else this.#editor.insert(text);
  }

  /** The line with long pastes as their size, and the cursor's position in it. */
  #shown(): { characters: string[]; cursor: number } {
    const { characters, cursor } = this.#editor;
    const shown = characters.map((one) =>
      isBlock(one) ? charactersOf(this.#parts.say("line.pasted", { count: linesIn(one) })) : [one],
    );
    return { characters: shown.flat(), cursor: shown.slice(0, cursor).flat().length };
  }

  pick(mark: string, items: readonly MenuItem[]): Promise<MenuItem | undefined> {
    const picked = this.#choices.pick(mark, items);
    this.#show();
    return picked;
  }

  /** Edits the line in the user's editor. */
  async #edit(): Promise<void> {
    const edited = await inEditor(this.#editor.text, (run) => this.outside(run));
    if ("text" in edited) this.#editor.set(edited.text);
    else this.tell(this.#parts.say("repl.noEditor", { command: edited.failed }));
    this.#show();
  }

  #key(name: string, wasLeaving: boolean, wasEscape: boolean): void {
    const { history } = this.#parts;
    const { text } = this.#editor;
    switch (name) {
      case "enter":
        this.#enter();
        break;
      case "escape": {
        const stopped = Boolean(this.#events?.interrupt());
        if (wasEscape && !stopped && text === "") this.#events?.goBack();
        else this.#escaped = !stopped;
        break;
      }
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
        this.#choices.search();
        break;
      case "ctrl+g":
        void this.#edit();
        break;
      case "ctrl+z":
        void suspend((run) => this.outside(run));
        break;
      case "ctrl+o":
        this.#events?.showAll();
        break;
      case "alt+up":
        this.#events?.takeBack();
        break;
      case "tab":
        this.#choices.complete(text);
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
    const shown = this.#shown().characters.join("");
    if (characters[cursor - 1] === "\\") {
      this.#editor.backspace();
      this.#editor.insert("\n");
      return;
    }
    this.#editor.begin();
    if (text.trim() !== "") this.#parts.history.add(text);
    this.#events?.entered(text, () => this.print(this.#asSent(shown)));
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

  /** Stops the turn; else clears the line, which history keeps; on an empty line, or while the stop is unanswered, the second one leaves. */
  #controlC(wasLeaving: boolean): void {
    const stopped = this.#events?.interrupt();
    if (stopped === true) return;
    const { text } = this.#editor;
    if (stopped || (text === "" && wasLeaving)) this.#events?.leave(true);
    else if (text !== "") this.clearLine();
    else {
      this.#leaving = true;
      this.#aside = this.#parts.say("repl.leaveHow");
    }
  }

  #recall(line: string | undefined): void {
    if (line !== undefined) this.#editor.set(line);
  }

  #show(): void {
    const { characters, cursor } = this.#shown();
    const hint = this.#hintNow(characters.length > 0);
    const { columns } = this.size;
    const live = this.#asks ? [] : this.#live;
    this.#screen.show({
      live: live.map(({ text, ink }) =>
        paintLine({ text: cutToWidth(visibleText(text), columns - 1), ink }, this.#parts.paint),
      ),
      hint,
      asks: this.#asks !== undefined && this.#asks.text !== "",
      menu: this.#choices.rows(this.size),
      mark: this.#choices.mark ?? this.#mark,
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
