/** A reply has few kinds of tags and names, and thousands of values. */
const patterns = new Map<string, RegExp>();
const maximumPatterns = 500;

/** The pattern of that source, made once. One with `g` keeps its place: who uses it sets `lastIndex` first. */
export function compiledPattern(source: string, flags = ""): RegExp {
  const key = `${flags}/${source}`;
  const known = patterns.get(key);
  if (known) return known;
  if (patterns.size >= maximumPatterns) patterns.clear();
  const made = new RegExp(source, flags);
  patterns.set(key, made);
  return made;
}
