import { applyEdit } from "@kestrel/core";
import { linesOf, productTexts } from "./product-texts.ts";
import { searched } from "./searched.ts";
import { ranFor } from "./shell-words.ts";
import { shownFile, shownFolder } from "./shown.ts";

/** A tool's answer; `ok` is false where the tool would say that it failed. */
type Answer = { text: string; ok: boolean };

type Edit = { path: string; old: string; new: string; all?: boolean };

export type Ran = { code: number; output: string };

/** A folder in memory, with Kestrel's tools on it: the same answers without a disk. */
export type World = {
  /** Puts a file there, as if it had always been there. */
  add(path: string, lines: readonly string[]): void;
  has(path: string): boolean;
  lines(path: string): string[];
  /** Whether a model that followed the conversation knows what is in the file now. */
  seen(path: string): boolean;
  /** What was read stands in the conversation no more. */
  forget(): void;
  paths(): string[];
  /** What a command that is no shell word of ours would print. */
  script(command: string, run: () => Ran): void;
  read(path: string): Answer;
  search(pattern: string): Answer;
  edit(edit: Edit): Answer;
  write(path: string, content: string): Answer;
  shell(command: string): Answer;
  /** Everything, by path. */
  snapshot(): Record<string, string>;
  /** Puts the files back to what `snapshot` gave; what was seen stays seen. */
  restore(files: Readonly<Record<string, string>>): void;
};

/** `room`: the most UTF-16 units that an answer may have; 16,000 where Kestrel knows no window. */
export function createWorld(room = 16_000): World {
  const files = new Map<string, string>();
  const seen = new Set<string>();
  const scripts = new Map<string, () => Ran>();
  const ok = (text: string): Answer => ({ text, ok: true });
  const refused = (text: string): Answer => ({ text, ok: false });
  const inFolder = (folder: string) => {
    const start = folder === "." ? "" : `${folder}/`;
    const names = new Set<string>();
    for (const path of files.keys()) {
      if (!path.startsWith(start)) continue;
      const [name = "", below] = path.slice(start.length).split("/");
      names.add(below === undefined ? name : `${name}/`);
    }
    return [...names].sort();
  };
  return {
    add: (path, lines) => files.set(path, lines.length === 0 ? "" : `${lines.join("\n")}\n`),
    has: (path) => files.has(path),
    lines: (path) => linesOf(files.get(path) ?? ""),
    seen: (path) => seen.has(path),
    forget: () => seen.clear(),
    paths: () => [...files.keys()],
    script: (command, run) => scripts.set(command, run),
    read: (path) => {
      const text = files.get(path);
      if (text === undefined) {
        const names = inFolder(path);
        if (names.length > 0) return ok(shownFolder(names, room));
        return path === "." ? ok(productTexts.emptyFolder) : refused(productTexts.missing);
      }
      seen.add(path);
      return ok(shownFile(linesOf(text), room));
    },
    search: (pattern) => ok(searched(files, pattern, room)),
    edit: (edit) => {
      const before = files.get(edit.path);
      if (before === undefined) return refused(productTexts.noFileToEdit(edit.path));
      if (!seen.has(edit.path)) return refused(productTexts.readFirst(edit.path));
      const result = applyEdit(before, { old: edit.old, new: edit.new, replaceAll: edit.all === true });
      if (!result.ok) return refused(productTexts.editFailed(result));
      files.set(edit.path, result.content);
      return ok(productTexts.edited(edit.path, before, result.content));
    },
    write: (path, content) => {
      const before = files.get(path);
      if (before !== undefined && !seen.has(path)) return refused(productTexts.exists(path));
      files.set(path, content);
      if (before !== undefined) return ok(productTexts.replaced(path, linesOf(before), linesOf(content)));
      seen.add(path);
      return ok(productTexts.created(path, linesOf(content).length));
    },
    shell: (command) => {
      const { code, output } = scripts.get(command)?.() ?? ranFor(files, command);
      return { text: productTexts.ran(code, output), ok: code === 0 };
    },
    snapshot: () => Object.fromEntries(files),
    restore: (kept) => {
      files.clear();
      for (const [path, text] of Object.entries(kept)) files.set(path, text);
    },
  };
}
