const quoted =
  /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|(?<![\p{L}\p{N}])'(?:[^'\\\n]|\\.)*'(?![\p{L}\p{N}])|`[^`]*`/gu;
const closerOf: Record<string, string> = { "{": "}", "[": "]", "(": ")" };
const sign = /[{}[\]()"`]/g;

/** True if brackets and quotes pair in a text, as they do in one that nothing was torn from. An apostrophe is no quote. */
export function isWhole(text: string): boolean {
  const open: string[] = [];
  for (const one of text.replace(quoted, "").match(sign) ?? []) {
    const closer = closerOf[one];
    if (closer !== undefined) open.push(closer);
    else if (open.pop() !== one) return false;
  }
  return open.length === 0;
}
