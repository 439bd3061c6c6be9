import { passOver } from "@kestrel/diagnostics";
import { fuzzyPaths } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { editByKey } from "../terminal/edit-by-key.ts";
import type { LineEditor } from "../terminal/line-editor.ts";
import type { Paint } from "../terminal/style.ts";
import type { InputHistory } from "./input-history.ts";
import { LineMenu, type MenuItem } from "./line-menu.ts";
import type { SurfaceEvents } from "./surface.ts";

/** Most matches in a list, and rows shown at once. */
const mostFound = 50;
const mostShown = 6;

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
  /** Called when the choices changed without a key. */
  changed(): void;
};

/** The choices below the line: commands and files for the typed text, and lists that are searched with the line. */
export class LineChoices {
  readonly #parts: Parts;
  #menu: LineMenu | undefined;
  #picking: Picking | undefined;
  #paths: readonly string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The prompt's mark during a search. */
  get mark(): string | undefined {
    return this.#picking && `${this.#picking.mark} `;
  }

  rows(columns: number): string[] {
    return this.#menu?.rows(columns, mostShown, this.#parts.paint) ?? [];
  }

  close(): void {
    if (this.#picking) this.#end(undefined);
    this.#menu = undefined;
  }

  /** Handles a key; false when it is for the line. */
  key(name: string): boolean {
    const menu = this.#menu;
    if (this.#picking) return this.#pickKey(name);
    if (!menu) return false;
    const { chosen } = menu;
    const { text } = this.#parts.editor;
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
        if (menu.kind === "slash" && !menu.moved && this.complete(text)) return true;
        this.#take(chosen);
        return true;
      case "enter": {
        const isWritten = menu.items.some(({ line }) => line.trim() === text.trim());
        if (menu.kind === "slash" && isWritten && !menu.moved) return false;
        this.#take(chosen);
        // A command with an argument waits for it.
        return menu.kind === "path" || chosen?.line.endsWith(" ") === true;
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

  /** Updates the choices after a key; none for a line that was not typed. */
  offer(key?: string): void {
    const { say, editor } = this.#parts;
    const { text, characters, cursor } = editor;
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
    const events = this.#parts.events();
    if (text.startsWith("/") && !text.includes("\n")) {
      const choices = events?.complete(text) ?? [];
      const items = choices.map((line) => ({ label: line.trim(), help: events?.helpFor(line), line }));
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
    if (query === "") this.#readPaths().catch(passOver("reading the paths of a folder"));
  }

  /** Loads the preview of the selected choice. */
  #look(): void {
    void this.#menu?.chosen?.preview?.look().then(this.#parts.changed, passOver("looking at a choice"));
  }

  async #readPaths(): Promise<void> {
    const paths = (await this.#parts.events()?.paths()) ?? [];
    const grew = this.#paths.length === 0 && paths.length > 0;
    this.#paths = paths;
    if (!grew) return;
    this.offer();
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
