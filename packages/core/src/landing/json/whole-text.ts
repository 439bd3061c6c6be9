const quoted =
  /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|(?<![\p{L}\p{N}])'(?:[^'\\\n]|\\.)*'(?![\p{L}\p{N}])|`[^`]*`/gu;
const closerOf: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/** True if brackets and quotes pair in a text, as they do in one that nothing was torn from. An apostrophe is no quote. */
export function isWhole(text: string): boolean {
  const open: string[] = [];
  for (const [sign] of text.replace(quoted, "").matchAll(/[{}[\]()"`]/g)) {
    const closer = closerOf[sign];
    if (closer !== undefined) open.push(closer);
    else if (open.pop() !== sign) return false;
  }
  return open.length === 0;
}
