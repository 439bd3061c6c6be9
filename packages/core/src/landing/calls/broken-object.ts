/** A text that a shell takes as it stands: a word of its own in single quotes, and a here-document, which begins on the next line. */
const asItStands = /(?<![^\s=(])'[^'\n]*'(?![^\s;|&)])|<<-?\s{0,3}["']?\w[^\n]*\n[\s\S]*/g;

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
  const rest = text.replace(asItStands, "''");
  return (
    broken.test(rest) || (/"\s{0,5}:/.test(rest) && strayObject.test(rest) && /\}\W{0,3}\w?\s*$/.test(rest))
  );
}
