import { marksOf } from "../grammar/compile.ts";

/** A code block, the name before it or in its first line, and whether its language may be a file's. */
export type FileBlock = {
  name: string;
  language: string;
  mayBeFile: boolean;
  lines: readonly string[];
  closed: boolean;
};

/** The fenced blocks of a text, each with the name on the line before it, and the surrounding text. */
export function readFileBlocks(text: string): { blocks: FileBlock[]; words: string } {
  const { label, without } = marksOf("whole-files").files;
  const nameIn = (line: string) =>
    line
      .replace(/^[\s#>*`"'-]+|[\s*`"':：]+$/g, "")
      .replace(label, "")
      .replace(/^\.\//, "");
  const blocks: FileBlock[] = [];
  const words: string[] = [];
  let open: (FileBlock & { lines: string[]; fence: string }) | undefined;
  for (const line of text.split("\n")) {
    if (open && line.trim() === open.fence) {
      blocks.push({ ...open, closed: true });
      open = undefined;
      continue;
    }
    const [, fence, info = ""] = (!open && /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line)) || [];
    if (open || fence === undefined) {
      (open?.lines ?? words).push(line);
      continue;
    }
    const before = words.findLastIndex((word) => word.trim() !== "");
    const [first = "", ...more] = info.trim().split(/\s+/);
    const language = first.toLowerCase();
    // ```python laps.py, or only the name in place of the language.
    const inFence = more.join(" ") || (/[./]/.test(first) ? first : "");
    const name = nameIn(inFence || (words[before] ?? ""));
    open = { name, language, mayBeFile: !without.test(language), lines: [], closed: false, fence };
  }
  if (open) blocks.push(open);
  return { blocks, words: words.join("\n").trim() };
}
