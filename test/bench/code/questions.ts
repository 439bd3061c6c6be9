import type { CancelSignal } from "@kestrel/core";
import { givenSession, says, stillHost } from "@kestrel/core/testing";
import { probableFiles } from "@kestrel/tools";
import { count } from "../fixed-token-account.ts";
import { forComparison, type Row } from "../row.ts";
import { type Asked, askTool, mean, tools, windows } from "./ask-tool.ts";
import { questions } from "./questions.table.ts";

const mostReads = 4;

/** Questions about the folder: the note of the librarian against a search for the word that a reader would try. */
export async function questionRows(workspace: string): Promise<Row[]> {
  const notes: Note[] = [];
  for (const [question] of questions) notes.push(await noteOn(workspace, question));
  const rightIn = (at: number, files: readonly string[]) =>
    files.findIndex((file) => questions[at]?.slice(2).includes(file));
  const places = notes.map(({ files }, at) => rightIn(at, files));
  const rows = [
    forComparison("librarian: it adds to a question", mean(notes.map(({ tokens }) => tokens)), "tokens"),
    forComparison(
      "  a file with the answer is named",
      places.filter((place) => place >= 0).length,
      `of ${questions.length}`,
      `${places.filter((place) => place === 0).length} first, ${notes.filter(({ tokens }) => tokens === 0).length} silent`,
    ),
  ];
  for (const { window, units } of windows) {
    const ask = askTool(workspace, units);
    const looks: Look[] = [];
    for (const [at, [, word]] of questions.entries()) {
      const search = await ask("search", { pattern: word });
      const shown = [...search.text.matchAll(/^(?!\d+: |\[)(\S+)$/gm)].map(([, file = ""]) => file);
      /** What is read of other files until one has the answer, or until the reader has had enough. */
      const reads = async (files: readonly string[]) => {
        const right = rightIn(at, files);
        const wrong = files.slice(0, right < 0 ? mostReads : Math.min(right, mostReads));
        const asked: Asked[] = [];
        for (const path of wrong) asked.push(await ask("read", { path }));
        return asked.reduce((sum, { tokens }) => sum + tokens, 0);
      };
      const named = notes[at]?.files ?? [];
      looks.push({
        ...{ search: search.tokens, note: notes[at]?.tokens ?? 0 },
        ...{ isShown: rightIn(at, shown) >= 0, isNamed: (places[at] ?? -1) >= 0 },
        ...{ afterSearch: await reads(shown), afterNote: await reads(named) },
      });
    }
    const of = (take: (one: Look) => number) => mean(looks.map(take));
    rows.push(
      forComparison(
        `  search for one word, window ${window}`,
        of(({ search }) => search),
        "tokens",
        `a file with the answer shown for ${looks.filter(({ isShown }) => isShown).length}`,
      ),
      forComparison(
        "  saved, a reader who knows the right file when it is shown",
        of(({ note, search, isNamed }) => (isNamed ? search : 0) - note),
        "tokens",
      ),
      forComparison(
        "  saved, a reader who opens them in order",
        of(({ note, search, isNamed, afterNote, afterSearch }) =>
          isNamed ? search + afterSearch - note - afterNote : -note - afterNote,
        ),
        "tokens",
      ),
    );
  }
  return rows;
}

type Note = { tokens: number; files: string[] };
type Look = Record<"search" | "note" | "afterSearch" | "afterNote", number> &
  Record<"isShown" | "isNamed", boolean>;

/** What stands beside a question that begins a session. */
async function noteOn(workspace: string, question: string): Promise<Note> {
  const files = probableFiles({}, () => true);
  // On a busy machine too it is heard out.
  const wait = (_: number, cancel: CancelSignal) =>
    new Promise<void>((resolve) => cancel.addEventListener("abort", () => resolve(), { once: true }));
  const host = { ...stillHost(), wait };
  const given = { workspace, tools, host, probableFiles: files, replies: [[says("Yes.")]] };
  const session = await givenSession(given);
  await session.says(question);
  const text = session.bodies("context.added").find(({ kind }) => kind === "files")?.text ?? "";
  return {
    tokens: text === "" ? 0 : count(text),
    files: [...text.matchAll(/^- (\S+) \(/gm)].map(([, file = ""]) => file),
  };
}
