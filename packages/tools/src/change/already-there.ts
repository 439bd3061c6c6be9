/** Shorter texts match by chance. */
const shortest = 12;

/** Reports where the file already has an edit's new text. Undefined unless it occurs exactly once, as whole lines. */
export function alreadyThere(text: string, wanted: string): string | undefined {
  const block = withoutEmptyEnds(wanted.split(/\r?\n/));
  if (block.join("").replace(/\s/g, "").length < shortest) return undefined;
  const [start, second] = placesOf(text.split(/\r?\n/), block);
  if (start === undefined || second !== undefined) return undefined;
  const last = start + block.length;
  const place = block.length === 1 ? `line ${last} already reads` : `lines ${start + 1}-${last} already read`;
  return `${place} like \`new\`. This edit seems to be made; go on`;
}

function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [""] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

/** The first two positions of the block in the lines, by Knuth-Morris-Pratt: linear time, also for repetitive lines. */
function placesOf(lines: readonly string[], block: readonly string[]): readonly number[] {
  const overlap = [0];
  for (let at = 1, length = 0; at < block.length; at += 1) {
    while (length > 0 && block[at] !== block[length]) length = overlap[length - 1] ?? 0;
    if (block[at] === block[length]) length += 1;
    overlap.push(length);
  }
  const places: number[] = [];
  for (let at = 0, length = 0; at < lines.length && places.length < 2; at += 1) {
    while (length > 0 && lines[at] !== block[length]) length = overlap[length - 1] ?? 0;
    if (lines[at] === block[length]) length += 1;
    if (length < block.length) continue;
    places.push(at - block.length + 1);
    length = overlap[length - 1] ?? 0;
  }
  return places;
}
