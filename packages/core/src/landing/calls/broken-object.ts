/** A word of its own in single quotes: a shell takes it as it stands. */
const quoted = /(?<![^\s=(])'[^'\n]*'(?![^\s;|&)])/g;
const hereDocument = /<<-?\s{0,3}(["']?)(\w{1,40})\1/;

const begunObject = /\{\s{0,5}"[^"]{1,60}"\s{0,5}:/;

/** The first object stands where no language begins one: behind a word and a blank, on a line of its own, or behind the rest of a mark. */
const strayObject = /^[^{]*(?<!(?:[=([]|=>|\breturn\s)\s{0,5}|[\w$])\{[^"{}]{0,30}"/;

/**
 * What no language writes in an object: no key before its first colon or comma and a key in quotes behind that; a colon, and neither a value nor a blank
 * behind it; a key that lost its first quote behind the brace, or stands directly behind the quote or the word before it.
 */
const broken =
  /\{(?:\W{0,3}[,:]|[^:,{}\n]{0,80}\n?[^:,{}\n]{0,80},)\s{0,5}"[^"\n]{1,60}"\s{0,5}[:,]|\{[^{}]{0,80}"\s{0,5}:\s{0,5}[,}]|\{[^\w"'{}]{1,5}\w{1,60}"\s{0,5}:|"[^"\n]{0,200}"\w{0,20}"\w{1,60}"\s{0,5}:/;

/**
 * True if what a bare text holds outside of what a shell takes as it stands is an object of JSON: arguments, and before them what is left of a name or a
 * mark; or if that object was damaged. Its marks say so, whatever its keys are called.
 */
export function holdsArguments(text: string): boolean {
  if (!text.includes("{") || !/"\s{0,5}[:,]/.test(text)) return false;
  const rest = withoutHereDocuments(text).replace(quoted, "''");
  return (
    broken.test(rest) ||
    (begunObject.test(rest) && !rest.includes("}")) ||
    (/"\s{0,5}:/.test(rest) && strayObject.test(rest) && /\}\W{0,6}\w?\W{0,6}$/.test(rest))
  );
}

/** A text without its here-documents: from the next line to that of their word. One whose word never comes is none. */
function withoutHereDocuments(text: string): string {
  if (!text.includes("<<")) return text;
  const lines = text.split("\n");
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const word = line.trim();
    const known = places.get(word);
    if (known) known.push(at);
    else places.set(word, [at]);
  }
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    kept.push(line);
    const ends = places.get(hereDocument.exec(line)?.[2] ?? "");
    while (ends?.[0] !== undefined && ends[0] <= at) ends.shift();
    at = ends?.[0] ?? at;
  }
  return kept.join("\n");
}
