/**
 * What Kestrel's tools and its loop say to a model, in the cases that the corpus has. Written once more here because a
 * corpus of a hundred million tokens cannot wait for real files and processes; `test/product-texts.test.ts` holds every
 * one of them against the real tools, and `test/pinned-texts.test.ts` tells when the product has moved on.
 */
export const productTexts = {
  missing: "No such file or folder. Use read on the folder, or search, to find the right path.",
  emptyFile: "[empty file]",
  emptyFolder: "[empty folder]",
  counted: (entries: number) => `[${entries} entries]`,
  cutFolder: (shown: number, all: number) => `[entries 1-${shown} of ${all}; go on with offset ${shown + 1}]`,
  cutFile: (shown: number, all: number) => `[lines 1-${shown} of ${all}; go on with offset ${shown + 1}]`,
  noMatches: "No matches.",
  cutSearch: (hits: number, files: number) =>
    `[only the first ${hits} hits in ${files} files; narrow it with path, glob or a longer pattern]`,
  sameCall:
    "[The same call gave the same result before. Do not repeat it; use what it says or do something else.]",
  denied: (said?: string) => `The user denied this call.${said === undefined ? "" : ` They said: ${said}`}`,
  planned: "Denied: this session is in plan mode, which only reads.",
  readFirst: (path: string) =>
    `Read ${path} first: call read with {"path": ${JSON.stringify(path)}}, then edit.`,
  noFileToEdit: (path: string) => `There is no file ${path}. Use write to create it.`,
  editRefused: (message: string) => `${message}\nThe file is unchanged.`,
  exists: (path: string) =>
    `${path} already exists. Call read with {"path": ${JSON.stringify(path)}} first, or use another name.`,
  created: (path: string, lines: number) => `Created ${path} (${lines} ${lines === 1 ? "line" : "lines"}).`,
  replaced: (path: string, before: readonly string[], now: readonly string[]) => {
    const kept = linesKept(before, now);
    return `Replaced ${path} (+${now.length - kept} -${before.length - kept}).`;
  },
  ran: (code: number, output: string) => `exit code ${code}\n${output === "" ? "[no output]" : output}`,
  unverified: (paths: readonly string[]) =>
    `You changed ${paths.slice(0, 4).join(", ")}${paths.length > 4 ? ` and ${paths.length - 4} more` : ""} and have not checked it since. Run the project's test, build or lint command now. If it has none, say so and stop.`,
  failedCheck: (command: string, code: number) =>
    `The last check (${command.slice(0, 120)}) ended with exit code ${code}. Mend what it found, or say why it must stay so.`,
  failedEdit: (path: string) =>
    `Your last edit of ${path} was refused: that file is as it was. Make the edit, or tell the user that it is not made.`,
  folded: (tool: string, lines: number) =>
    `[${tool} output of ${lines} lines removed to save space; call the tool again if you need it]`,
  summary: (notes: string) =>
    `${summaryHeading}\n${notesHeading}\n${notes
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n")}`,
  alsoSaid: (lines: readonly string[]) => ["# The user also said, newest last", ...lines].join("\n"),
  summaryRequest,
  edited,
} as const;

const summaryHeading =
  "[Everything that came between these words and the next message was removed to make room. These notes stand for it. Go on from here; do not begin again.]";
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

/** The answer to an edit: which lines, and what now stands there. */
function edited(path: string, before: string, after: string): string {
  const { first, last, added, removed } = changedLines(linesOf(before), linesOf(after));
  const place = first === last ? `line ${first}` : `lines ${first}-${last}`;
  return `Edited ${path}, ${place} (+${added} -${removed}):\n${excerpt(linesOf(after), first, last)}`;
}

/** Two lines around a change, numbered; at most twelve lines in all. */
function excerpt(lines: readonly string[], first: number, last: number): string {
  const from = Math.max(1, first - 2);
  const shown = lines
    .slice(from - 1, Math.min(lines.length, last + 2))
    .map((line, index) => `${from + index}: ${line.slice(0, 200)}${line.length > 200 ? "…" : ""}`);
  return shown.length <= 12 ? shown.join("\n") : [...shown.slice(0, 6), "…", ...shown.slice(-6)].join("\n");
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
