import { passOver } from "@kestrel/diagnostics";
import { fuzzyPaths } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { editByKey } from "../terminal/edit-by-key.ts";
import type { LineEditor } from "../terminal/line-editor.ts";
import type { Paint } from "../terminal/style.ts";
import type { InputHistory } from "./input-history.ts";
import { LineMenu, type MenuItem } from "./line-menu.ts";
import type { SurfaceEvents } from "./surface.ts";

/** Most matches in a list, and those shown at once where the terminal has the rows. */
const mostFound = 50;
const mostShown = 10;
/** Rows for the line, the text above it and the keys below. */
const rowsBeside = 12;

/** Keys that edit the line: the choices are updated after them. */
const edits: ReadonlySet<string> = new Set([
  "backspace",
  "ctrl+h",
  "ctrl+w",
  "alt+backspace",
  "ctrl+u",
  "tab",
]);

/** A list that is searched with the line. */
type Picking = {
  kind: "history" | "pick";
  /** The line before. */
  draft: string;
  mark: string;
  find(words: string): readonly MenuItem[];
  how(count: number): string;
  done(item: MenuItem | undefined): void;
};

type Parts = {
  say: Say;
  paint: Paint;
  editor: LineEditor;
  history: InputHistory;
  events(): SurfaceEvents | undefined;
  /** A question is open: no choices are shown below the line. */
  asks(): boolean;
  /** Called when the choices changed without a key. */
  changed(): void;
  /** Enters the line. */
  enter(): void;
};

/** The choices below the line: commands and files for the typed text, and lists that are searched with the line. */
export class LineChoices {
  readonly #parts: Parts;
  #menu: LineMenu | undefined;
  #picking: Picking | undefined;
  #paths: readonly string[] = [];
  /** The paths are being read, for the `@` in the line. */
  #reading = false;
  #mentions = false;
  /** Enter was pressed before the paths of its `@` were there. */
  #waits = false;
  /** The line whose choices the user closed. */
  #closed: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The prompt's mark during a search. */
  get mark(): string | undefined {
    return this.#picking && `${this.#picking.mark} `;
  }

  rows({ columns, rows }: { columns: number; rows: number }): string[] {
    const { say, paint } = this.#parts;
    const most = Math.max(3, Math.min(mostShown, rows - rowsBeside));
    return this.#menu?.rows(columns, most, paint, (count) => say("menu.more", { count })) ?? [];
  }

  close(): void {
    if (this.#picking) this.#end(undefined);
    this.#menu = undefined;
  }

  /** Before each key: an Enter that still waits for paths is carried out, unless the key stops. */
  next(name: string): void {
    if (!this.#waits) return;
    this.#waits = false;
    if (name !== "escape" && name !== "ctrl+c") this.#parts.enter();
  }

  /** Handles a key; false when it is for the line. */
  key(name: string): boolean {
    if (this.#picking) return this.#pickKey(name);
    const { text } = this.#parts.editor;
    const menu = this.#menu ?? (name === "enter" && text !== this.#closed ? this.#commands() : undefined);
    if (!menu) {
      this.#waits = name === "enter" && this.#reading && mentionIn(text) !== undefined;
      return this.#waits;
    }
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
        this.#closed = text;
        return true;
      case "tab":
        if (menu.kind === "slash" && !menu.moved && this.complete(text)) return true;
        this.#take(chosen);
        return true;
      case "enter": {
        const written = text.replace(menu.kind === "path" ? /@(?=\S*$)/ : "", "").trim();
        const isWritten = !menu.moved && menu.items.some(({ line }) => line.trim() === written);
        if (menu.kind === "slash" && isWritten) return false;
        this.#take(isWritten ? menu.items.find(({ line }) => line.trim() === written) : chosen);
        // A command with an argument waits for it; a path that was written whole does not.
        return menu.kind === "path" ? !isWritten : chosen?.line.endsWith(" ") === true;
      }
      default:
        return false;
    }
  }

  #pickKey(name: string): boolean {
    const isHistory = this.#picking?.kind === "history";
    switch (name) {
      case "up":
      case "ctrl+p":
        this.#move(isHistory ? 1 : -1);
        return true;
      case "down":
      case "ctrl+n":
        this.#move(isHistory ? -1 : 1);
        return true;
      case "ctrl+r":
        this.#move(1);
        return true;
      case "enter":
      case "tab":
        this.#end(this.#menu?.chosen);
        return true;
      case "escape":
      case "ctrl+c":
      case "ctrl+g":
        this.#end(undefined);
        return true;
      default:
        editByKey(this.#parts.editor, name);
        return true;
    }
  }

  #move(by: 1 | -1): void {
    this.#menu?.move(by);
    this.#look();
  }

  #take(item: MenuItem | undefined): void {
    if (item) this.#parts.editor.set(item.line);
    this.#menu = undefined;
  }

  #end(item: MenuItem | undefined): void {
    const picking = this.#picking;
    this.#picking = undefined;
    this.#menu = undefined;
    if (picking) this.#parts.editor.set(picking.draft);
    picking?.done(item);
  }

  /** Searches the history. */
  search(): void {
    const { say, history, editor } = this.#parts;
    this.#pick({
      ...{ kind: "history", draft: editor.text, mark: say("menu.searchMark") },
      find: (words) => history.search(words, mostFound).map((line) => ({ label: line, line })),
      how: (count) => say("menu.history", { count }),
      done: (item) => item && editor.set(item.line),
    });
  }

  /** Resolves with the choice; undefined when the user leaves the list. */
  pick(mark: string, items: readonly MenuItem[]): Promise<MenuItem | undefined> {
    const { say, editor } = this.#parts;
    const fits = (words: string) => {
      const wanted = words.toLowerCase().split(/\s+/);
      const has = ({ label, help = "" }: MenuItem) => {
        const text = `${label} ${help}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      };
      return items.filter(has).slice(0, mostFound);
    };
    return new Promise((resolve) => {
      this.close();
      this.#pick({
        ...{ kind: "pick", draft: editor.text, mark, find: fits, done: resolve },
        how: (count) => say("menu.pick", { count }),
      });
    });
  }

  #pick(picking: Picking): void {
    this.#picking = picking;
    this.#parts.editor.set("");
    this.offer();
  }

  /** The commands that the line begins. */
  #commands(): LineMenu | undefined {
    const { say, editor } = this.#parts;
    const { text } = editor;
    if (!text.startsWith("/") || text.includes("\n")) return undefined;
    const events = this.#parts.events();
    const choices = events?.complete(text) ?? [];
    const items = choices.map((line) => ({ label: line.trim(), help: events?.helpFor(line), line }));
    return items.length > 0
      ? new LineMenu("slash", items, say("menu.slash", { count: items.length }))
      : undefined;
  }

  /** Updates the choices after a key; none for a line that was not typed. */
  offer(key?: string): void {
    const { say, editor } = this.#parts;
    const { text, characters, cursor } = editor;
    const mention = mentionIn(text);
    const isNew = mention !== undefined && !this.#mentions;
    this.#mentions = mention !== undefined;
    this.#menu = undefined;
    const picking = this.#picking;
    if (picking) {
      const items = picking.find(text);
      this.#menu = new LineMenu(picking.kind, items, picking.how(items.length));
      this.#look();
      return;
    }
    if (key !== undefined && !edits.has(key)) return;
    if (cursor < characters.length) return;
    if (this.#parts.asks()) return;
    this.#menu = this.#commands();
    if (this.#menu || mention === undefined) return;
    const { head, query } = mention;
    const items = fuzzyPaths(this.#paths, query, mostFound).map((path) => ({
      label: path,
      line: `${head}${path} `,
    }));
    if (items.length > 0) this.#menu = new LineMenu("path", items, say("menu.path", { count: items.length }));
    if (isNew) void this.#readPaths();
  }

  /** Loads the preview of the selected choice. */
  #look(): void {
    void this.#menu?.chosen?.preview?.look().then(this.#parts.changed, passOver("looking at a choice"));
  }

  async #readPaths(): Promise<void> {
    this.#reading = true;
    const paths = await this.#parts.events()?.paths().catch(passOver("reading the paths of a folder"));
    this.#reading = false;
    const grew = this.#paths.length === 0 && paths !== undefined && paths.length > 0;
    this.#paths = paths ?? this.#paths;
    if (grew) this.offer();
    if (this.#waits) {
      this.#waits = false;
      if (!this.#menu || !this.key("enter")) this.#parts.enter();
    } else if (!grew) return;
    this.#parts.changed();
  }

  /** Completes the common prefix of all choices; false when the line has it already. */
  complete(text: string): boolean {
    const [first, ...others] = this.#parts.events()?.complete(text) ?? [];
    if (first === undefined) return false;
    let common = first;
    for (const choice of others) while (!choice.startsWith(common)) common = common.slice(0, -1);
    if (common.length <= text.length) return false;
    this.#parts.editor.set(common);
    this.offer();
    return true;
  }
}

/** The letters behind the `@` at the end of a line, and what stands before it. */
function mentionIn(text: string): { head: string; query: string } | undefined {
  const [, head = "", query] = /^((?:[\s\S]*\s)?)@([^\s@]*)$/.exec(text) ?? [];
  return query === undefined ? undefined : { head, query };
}
