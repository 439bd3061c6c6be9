import { nanoTexts } from "@kestrel/nano";

/**
 * What Kestrel's tools and its loop say to the model, in the cases that the corpus has: its frozen texts, and how a folder in
 * memory comes to what they are told of. `test/product-texts.test.ts` holds every one of them against the real tools.
 */
export const productTexts = {
  ...nanoTexts,
  counted: (entries: number) => nanoTexts.counted(`${entries}`),
  cutFolder: (shown: number, all: number) => cut("entries", shown, all),
  cutFile: (shown: number, all: number) => cut("lines", shown, all),
  cutSearch: (hits: number, files: number) => nanoTexts.cutSearch(`${hits}`, `${files}`),
  edited: (path: string, before: string, after: string) =>
    nanoTexts.edited(path, { ...changedLines(linesOf(before), linesOf(after)), after }),
  replaced: (path: string, before: readonly string[], now: readonly string[]) => {
    const kept = linesKept(before, now);
    return nanoTexts.replaced(path, { added: now.length - kept, removed: before.length - kept });
  },
  folded: (tool: string, lines: number) =>
    `[${tool} output of ${lines} lines removed to save space; call the tool again if you need it]`,
  summary: (notes: string) =>
    `${nanoTexts.summary}\n${notesHeading}\n${notes
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n")}`,
  alsoSaid: (lines: readonly string[]) => [nanoTexts.alsoSaid, ...lines].join("\n"),
  summaryRequest,
} as const;

const cut = (what: "entries" | "lines", shown: number, all: number) =>
  nanoTexts.cut(what, { first: 1, last: shown, of: `${all}`, next: shown + 1 });

const notesHeading = "# Your own notes, quoted. You wrote them; the user did not";

function summaryRequest(words: number): string {
  return `The context window is nearly full. Everything above will be removed, and only the notes you write now will stay. Call no tool and go on with no task in this reply. Write the notes for yourself as plain text under these headings:
## Task
what the user wants, in the user's words
## Constraints
what must or must not be done
## Decisions
what was decided, and why
## Files
each path that matters and the state it is in
## Errors
errors met, word for word, and what came of them
## Next steps
what to do next, in order
Copy exact paths, names, numbers, values and commands. Carry over what still matters of earlier notes. At most ${words} words.`;
}

type Changed = { first: number; last: number; added: number; removed: number };

/** Enough of a difference for what the corpus changes: some lines replaced in place, or one stretch put in or taken out. */
function changedLines(old: readonly string[], now: readonly string[]): Changed {
  if (old.length === now.length) {
    const changed = now.flatMap((line, index) => (line === old[index] ? [] : [index + 1]));
    const count = changed.length;
    return { first: changed[0] ?? 1, last: changed.at(-1) ?? 1, added: count, removed: count };
  }
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const added = now.length - end - start;
  const first = start + 1;
  return { first, last: Math.max(first, start + added), added, removed: old.length - end - start };
}

/** How many lines of one stand in the other, in their order. */
function linesKept(one: readonly string[], two: readonly string[]): number {
  let row = new Array<number>(two.length + 1).fill(0);
  for (const line of one) {
    const next = [0];
    for (const [at, other] of two.entries())
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
