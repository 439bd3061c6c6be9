/** Shorter texts are in a file by chance. */
const SHORTEST = 12;

/** Says where an edit's new text stands already, as whole lines and only once; undefined when that cannot be said. */
export function alreadyThere(text: string, wanted: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const block = wanted.replace(/^(\r?\n)+|(\r?\n)+$/g, "").split(/\r?\n/);
  if (block.join("").replace(/\s/g, "").length < SHORTEST) return undefined;
  const starts = lines.flatMap((_, at) =>
    block.every((line, index) => lines[at + index] === line) ? [at] : [],
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  const last = start + block.length;
  const place = block.length === 1 ? `line ${last} already reads` : `lines ${start + 1}-${last} already read`;
  return `${place} like \`new\`. This edit seems to be made; go on`;
}
