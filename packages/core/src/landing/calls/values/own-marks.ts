/** What a family writes around its values. `weak`: signs that other texts have as well, a name or an attribute. */
export type OwnMarks = {
  /** Marks that are always the same: closing tags, the tags of the call. */
  fixed: readonly string[];
  /** What stands before and behind the name of a parameter in its opening tag. */
  named: readonly (readonly [before: string, behind: string])[];
};

/** Three signs next to each other that some mark has, and which of them (a bit each) are never weak: the first the lowest. */
export type Pieces = { strengths: Map<string, number>; beginnings: Uint8Array };

/** Where `beginnings` says whether some piece begins with these two signs; others may share the place. */
export function beginningOf(first: number, second: number): number {
  return ((first & 127) << 7) | (second & 127);
}

const attribute = /\s[\w-]{1,20}="(?:(?:true|false)")?|"/g;
const known = new Map<string, Pieces>();
const maximumKnown = 60;
/** No tool has more parameters that are worth the search. */
const maximumNames = 60;

function addMark(pieces: Pieces, mark: string, isStrong: (at: number) => boolean): void {
  for (let at = 0; at + 3 <= mark.length; at += 1) {
    const piece = mark.slice(at, at + 3);
    const strength = [0, 1, 2].reduce((sum, by) => sum + (isStrong(at + by) ? 1 << by : 0), 0);
    pieces.strengths.set(piece, (pieces.strengths.get(piece) ?? 7) & strength);
    pieces.beginnings[beginningOf(piece.charCodeAt(0), piece.charCodeAt(1))] = 1;
  }
}

function weakPlaces(mark: string): Set<number> {
  const weak = new Set<number>();
  for (const match of mark.matchAll(attribute))
    for (let at = match.index; at < match.index + match[0].length; at += 1) weak.add(at);
  return weak;
}

/** The pieces of the marks around the parameters `names`. */
export function piecesOf({ fixed, named }: OwnMarks, names: readonly string[]): Pieces {
  const key = `${fixed.join("\n")}\n${named.join("\n")}\n${names.join("\n")}`;
  const cached = known.get(key);
  if (cached) return cached;
  const pieces: Pieces = { strengths: new Map(), beginnings: new Uint8Array(1 << 14) };
  for (const mark of fixed) {
    const weak = weakPlaces(mark);
    addMark(pieces, mark, (at) => !weak.has(at));
  }
  for (const [before, behind] of named) {
    const weak = weakPlaces(before);
    const weakBehind = weakPlaces(behind);
    for (const name of ["", ...names.slice(0, maximumNames)]) {
      const end = before.length + name.length;
      const isWeak = (at: number) =>
        at < end ? at >= before.length || weak.has(at) : weakBehind.has(at - end);
      addMark(pieces, before + name + behind, (at) => !isWeak(at));
    }
  }
  if (known.size >= maximumKnown) known.clear();
  known.set(key, pieces);
  return pieces;
}
