import type { Token } from "@kestrel/text/markdown";

/** Blocks of a text; those between `<details>` and `</details>` are inside their summary. */
export type Folding = { token: Token } | { summary: string; inside: readonly Token[] };

const opening = /^<details(?: open)?>\s*<summary>([^<>]*)<\/summary>\s*([\s\S]*)$/i;
const closing = /^\s*<\/details>\s*$/i;
const whole = /^([\s\S]*?)<\/details>\s*$/i;

/** Finds folded parts in GitHub's syntax. An unclosed one extends to the end; all other HTML stays text. */
export function foldedBlocks(tokens: readonly Token[]): Folding[] {
  const blocks: Folding[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    const [, summary, rest = ""] = (token.type === "html" && opening.exec(token.raw)) || [];
    if (summary === undefined) {
      blocks.push({ token });
      continue;
    }
    const [, inOne] = whole.exec(rest) ?? [];
    const text = (inOne ?? rest).trim();
    const inside: Token[] = text === "" ? [] : [{ type: "text", raw: text, text } as Token];
    if (inOne === undefined) {
      for (at++; at < tokens.length; at++) {
        const next = tokens[at];
        if (!next || (next.type === "html" && closing.test(next.raw))) break;
        inside.push(next);
      }
    }
    blocks.push({ summary: summary.trim(), inside });
  }
  return blocks;
}
