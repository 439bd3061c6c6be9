/**
 * Cuts a text as llama.cpp does before BPE: every user-defined or control token, the longest (in bytes) first, each
 * from left to right; what is left between them stays as it is.
 */
export function partition(text: string, tokens: readonly string[]): string[] {
  const present = tokens
    .filter((token) => text.includes(token))
    .sort((one, other) => Buffer.byteLength(other) - Buffer.byteLength(one));
  let parts = [{ text, whole: false }];
  for (const token of present) {
    parts = parts.flatMap((part) => {
      if (part.whole || !part.text.includes(token)) return [part];
      const between = part.text.split(token).map((rest) => ({ text: rest, whole: false }));
      return between.flatMap((rest, index) => (index === 0 ? [rest] : [{ text: token, whole: true }, rest]));
    });
  }
  return parts.map((part) => part.text).filter((part) => part !== "");
}
