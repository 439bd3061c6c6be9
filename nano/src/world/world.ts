import { applyEdit } from "@kestrel/core";
import { linesOf, productTexts } from "./product-texts.ts";

/** A tool's answer; `ok` is false where the tool would say that it failed. */
type Answer = { text: string; ok: boolean };

type Edit = { path: string; old: string; new: string; all?: boolean };

type Ran = { code: number; output: string };

/** A folder in memory, with Kestrel's tools on it: the same answers without a disk. */
export type World = {
  /** Puts a file there, as if it had always been there. */
  add(path: string, lines: readonly string[]): void;
  has(path: string): boolean;
  lines(path: string): string[];
  /** Whether a model that followed the conversation knows what is in the file now. */
  seen(path: string): boolean;
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

export function createWorld(): World {
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
    add: (path, lines) => files.set(path, `${lines.join("\n")}\n`),
    has: (path) => files.has(path),
    lines: (path) => linesOf(files.get(path) ?? ""),
    seen: (path) => seen.has(path),
    paths: () => [...files.keys()],
    script: (command, run) => scripts.set(command, run),
    read: (path) => {
      const text = files.get(path);
      if (text === undefined) {
        const names = inFolder(path);
        return names.length > 0 ? ok(names.join("\n")) : refused(productTexts.missing);
      }
      seen.add(path);
      return ok(text === "" ? productTexts.emptyFile : linesOf(text).join("\n"));
    },
    search: (pattern) => ok(searched(files, pattern)),
    edit: (edit) => {
      const before = files.get(edit.path);
      if (before === undefined) return refused(productTexts.noFileToEdit(edit.path));
      if (!seen.has(edit.path)) return refused(productTexts.readFirst(edit.path));
      const result = applyEdit(before, { old: edit.old, new: edit.new, replaceAll: edit.all === true });
      if (!result.ok) return refused(productTexts.editRefused(result.message));
      files.set(edit.path, result.content);
      return ok(productTexts.edited(edit.path, before, result.content));
    },
    write: (path, content) => {
      if (files.has(path)) return refused(productTexts.exists(path));
      files.set(path, content);
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

/** As ripgrep finds it: by path, and in either case unless the pattern has a capital. */
function searched(files: ReadonlyMap<string, string>, pattern: string): string {
  const plain = pattern === pattern.toLowerCase();
  const found = [...files]
    .sort(([one], [two]) => byFolder(one, two))
    .flatMap(([path, text]) => {
      const hits = linesOf(text).flatMap((line, index) =>
        (plain ? line.toLowerCase() : line).includes(pattern) ? [`${index + 1}: ${line}`] : [],
      );
      return hits.length > 0 ? [path, ...hits] : [];
    });
  return found.length > 0 ? found.join("\n") : productTexts.noMatches;
}

/** Folder by folder: `a/b` comes before `a.b`. */
function byFolder(one: string, two: string): number {
  return one.replaceAll("/", "\0") < two.replaceAll("/", "\0") ? -1 : 1;
}

/** What a real shell would do with the few words that tasks use: `echo`, `cat`, `ls`, `false`, and `sh` with a file of these. */
function ranFor(files: ReadonlyMap<string, string>, command: string): Ran {
  const [program = "", ...rest] = command.split(" ");
  const given = rest.join(" ");
  const text = files.get(given);
  switch (program) {
    case "echo":
      return { code: 0, output: given };
    case "cat":
      return text === undefined
        ? { code: 1, output: `cat: ${given}: No such file or directory` }
        : { code: 0, output: text.replace(/\n$/, "") };
    case "sh": {
      const lines = linesOf(text ?? "");
      const code = Number(lines.find((line) => line.startsWith("exit "))?.slice(5) ?? 0);
      const said = lines.flatMap((line) => (line.startsWith("echo ") ? [line.slice(5)] : []));
      return { code, output: said.join("\n") };
    }
    case "false":
      return { code: 1, output: "" };
    default:
      return { code: 0, output: "" };
  }
}
