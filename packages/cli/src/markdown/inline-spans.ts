import type { Token, Tokens } from "@kestrel/text/markdown";
import type { Ink } from "../terminal/to-terminal.ts";
import type { Span } from "./wrap-spans.ts";

/** A block's inline content as spans. A link's address is printed after its text, so that none is hidden. HTML stays text. */
export function inlineSpans(tokens: readonly Token[] | undefined, inks: readonly Ink[] = []): Span[] {
  return (tokens ?? []).flatMap((token) => spansOf(token, inks));
}

const inkOf = { strong: "bold", em: "italic", del: "struck" } as const;

/** `__init__` and similar are names. */
const underscoredName = /^__[\w.-]+__$/;

function spansOf(token: Token, inks: readonly Ink[]): Span[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del": {
      if (underscoredName.test(token.raw)) return [{ text: token.raw, inks }];
      const { type, tokens } = token as Tokens.Strong | Tokens.Em | Tokens.Del;
      return inlineSpans(tokens, [...inks, inkOf[type]]);
    }
    case "codespan":
      return [{ text: (token as Tokens.Codespan).text, inks: [...inks, "cyan"], whole: true }];
    case "br":
      return [{ text: "\n", inks }];
    case "link": {
      const { href, text, tokens, raw } = token as Tokens.Link;
      if (text === href || raw === text || href === `mailto:${text}`)
        return [{ text, inks: [...inks, "underline"], whole: true }];
      return [...inlineSpans(tokens, [...inks, "underline"]), { text: " ", inks }, address(href, inks)];
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      return [{ text: `${text} `.trimStart(), inks }, address(href, inks)];
    }
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inlineSpans(tokens, inks) : [{ text, inks }];
    }
    case "escape":
      return [{ text: (token as Tokens.Escape).text, inks }];
    default:
      return [{ text: token.raw, inks }];
  }
}

const address = (href: string, inks: readonly Ink[]): Span => ({ text: `(${href})`, inks, whole: true });
