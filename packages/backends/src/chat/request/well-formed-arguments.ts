/** A pair of surrogate escapes, a lone one, or any other escape, so that an escaped backslash is never read twice. */
const escapes = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(ud[89a-f][\da-f]{2})|.)/gis;

/** Argument text in which escaped half characters are U+FFFD too: llama-server takes the whole conversation for broken otherwise. */
export function wellFormedArguments(text: string): string {
  return text.replace(escapes, (found, lone) => (lone === undefined ? found : "\\ufffd"));
}
