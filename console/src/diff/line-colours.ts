import { useEffect, useState } from "react";
import { dividing, highlight, languageOf, type Run } from "../highlight/highlight.ts";
import type { DiffLine } from "./unified-diff.ts";

/** The runs of each piece of a line. */
export type LineColours = readonly (readonly Run[])[];

type Colours = readonly (LineColours | undefined)[];

/** So many lines are coloured at a time: laying out more of them would block the page. */
const stepLines = 300;

/** The colours of a diff of the file at `path`, by the line's index, as far as they are known. */
export function useLineColours(lines: readonly DiffLine[], path: string): Colours {
  const [known, setKnown] = useState<{ lines: readonly DiffLine[]; colours: Colours }>();
  useEffect(() => {
    let wanted = true;
    const show = (colours: Colours) => {
      if (wanted) setKnown({ lines, colours });
      return wanted;
    };
    void findColours(lines, languageOf(path), show);
    return () => {
      wanted = false;
    };
  }, [lines, path]);
  return known?.lines === lines ? known.colours : [];
}

/** Highlights each side of each hunk as one text. Lines on both sides have the colours of the new one. */
async function findColours(
  lines: readonly DiffLine[],
  language: string,
  show: (colours: Colours) => boolean,
): Promise<void> {
  const colours: (LineColours | undefined)[] = [];
  let coloured = 0;
  for (const hunk of hunksOf(lines)) {
    for (const kind of ["del", "add"] as const) {
      const side = hunk.filter((at) => lines[at]?.kind === "same" || lines[at]?.kind === kind);
      const pieces = side.map((at) => piecesOf(lines[at]));
      const text = pieces.map((line) => line.map((piece) => piece.text).join("")).join("\n");
      const runs = await highlight(language, text);
      if (!runs) continue;
      const take = dividing(runs);
      for (const [index, at] of side.entries()) {
        colours[at] = pieces[index]?.map((piece) => take(piece.text.length)) ?? [];
        take(1);
        if (++coloured % stepLines > 0) continue;
        if (!show([...colours])) return;
        await new Promise(requestAnimationFrame);
      }
    }
  }
  if (coloured > 0) show(colours);
}

const piecesOf = (line: DiffLine | undefined) => (line && "pieces" in line ? line.pieces : []);

/** The indexes of the numbered lines between two gaps. */
function hunksOf(lines: readonly DiffLine[]): number[][] {
  const hunks: number[][] = [[]];
  for (const [at, line] of lines.entries()) {
    if (line.kind === "gap") hunks.push([]);
    else if ("pieces" in line && (line.oldLine ?? line.newLine) !== undefined) hunks.at(-1)?.push(at);
  }
  return hunks;
}
