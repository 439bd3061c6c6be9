import { callsTool, markerOf, type Scripts } from "./scripted/script.ts";

/** What the first of the book's parts tells, and the notes remember. */
export const bookFact = "The lamp of the harbour is lit at 19:42";

const parts = 4;

/** Words of the request for notes: with them the scripted model writes some. */
export const notesAsked = "Write the notes for yourself";

/** A book of four parts, read one after the other, and notes on it when they are asked for. Starts with `[[p1]]`. */
export const bookScripts: Scripts = {
  ...Object.fromEntries(
    Array.from({ length: parts }, (_, at) => [
      `p${at + 1}`,
      callsTool("read", { path: `book/${at + 1}.txt` }),
    ]),
  ),
  told: { says: "All four parts are read." },
  when: { says: `${bookFact}.` },
  notes: {
    heard: notesAsked,
    says: `## Task\nRead the harbour book.\n## Files\nbook/1.txt says: ${bookFact}.\n## Next steps\nNothing is left.`,
  },
};

export const bookFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: parts }, (_, at) => {
    const lines = Array.from({ length: 40 }, (_, line) => `page ${at + 1}, line ${line + 1}: it rained.`);
    const next = markerOf(at + 1 < parts ? `p${at + 2}` : "told");
    const first = at === 0 ? bookFact : "Nothing new";
    return [`book/${at + 1}.txt`, `${first}.\n${lines.join("\n")}\nGo on with ${next}\n`];
  }),
);
