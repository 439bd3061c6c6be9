/** Where a string of valid JSON ends: behind its closing quote. */
function stringEnd(text: string, at: number): number {
  let index = at + 1;
  while (index < text.length && text.charCodeAt(index) !== 34) {
    index += text.charCodeAt(index) === 92 ? 2 : 1;
  }
  return index + 1;
}

/**
 * The first key that one object of `text` has twice, `undefined` if there is none. `text` has to be valid JSON:
 * `JSON.parse` takes the last of two in silence. Linear, of any depth.
 */
export function duplicateKey(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  let keyNext = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === '"') {
      const end = stringEnd(text, index);
      const known = keyNext ? objects.at(-1) : undefined;
      if (known) {
        const raw = text.slice(index, end);
        const key = raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1);
        if (known.has(key)) return key;
        known.add(key);
        keyNext = false;
      }
      index = end - 1;
    } else if (char === "{" || char === "[") {
      objects.push(char === "{" ? new Set() : undefined);
      keyNext = char === "{";
    } else if (char === "}" || char === "]") {
      objects.pop();
      keyNext = false;
    } else if (char === ",") {
      keyNext = objects.at(-1) !== undefined;
    }
  }
  return undefined;
}
