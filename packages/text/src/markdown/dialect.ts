import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";
import { isStandIn, withCjkAsLetters } from "./cjk-emphasis.ts";
import { markdownFence } from "./fence.ts";
import { formulaAt, formulaBlock, formulaLine, mayBeginFormula } from "./tex.ts";

/** The blocks of a text in GitHub's Markdown, as models write it: TeX is kept, emphasis works beside CJK, and Markdown may stand in a fence. */
export function lex(text: string): Token[] {
  return new DialectLexer(options).lex(text);
}

/** Blocks and spans within each other: what is deeper is words. */
const deepest = 20;
/** Signs in one paragraph or cell that may begin something. Each is looked for an end through all that follows. */
const mostSigns = 500;
const signs = /[*_~`[\]()!<@$\\&]/g;

/** Knows what is read at the moment, for the mask, and reads no text for longer than a person would notice. */
class DialectLexer extends Lexer {
  reading = "";
  quiet = false;
  #depth = 0;

  override blockTokens<Tokens extends Token[]>(
    src: string,
    tokens = [] as unknown as Tokens,
    lastParagraphClipped?: boolean,
  ): Tokens {
    this.#within(src, tokens, () => super.blockTokens(src, tokens, lastParagraphClipped));
    return tokens;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.quiet) return tokens;
    const before = this.reading;
    this.reading = src;
    try {
      if (before === "" && (src.match(signs)?.length ?? 0) > mostSigns) addWords(src, tokens);
      else this.#within(src, tokens, () => super.inlineTokens(src, tokens));
      return tokens;
    } finally {
      this.reading = before;
    }
  }

  #within(src: string, tokens: Token[], read: () => void): void {
    this.#depth++;
    try {
      if (this.#depth > deepest) addWords(src, tokens);
      else read();
    } finally {
      this.#depth--;
    }
  }
}

function addWords(src: string, tokens: Token[]): void {
  if (src !== "") tokens.push({ type: "text", raw: src, text: src, escaped: false });
}

class DialectTokenizer extends Tokenizer {
  override fences(src: string): Tokens.Code | undefined {
    const markdown = markdownFence(src);
    if (!markdown) return super.fences(src);
    return { type: "code", raw: markdown.raw, text: markdown.text, lang: markdown.language };
  }

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.#asMasked(src, masked, before, (...seen) => super.emStrong(...seen));
  }

  override del(src: string, masked: string, before?: string): Tokens.Del | undefined {
    return this.#asMasked(src, masked, before, (...seen) => super.del(...seen));
  }

  /** Finds a span in the masked text, which is as long, and reads what stands there. */
  #asMasked<Span extends Tokens.Em | Tokens.Strong | Tokens.Del>(
    src: string,
    masked: string,
    before: string | undefined,
    find: (src: string, masked: string, before?: string) => Span | undefined,
  ): Span | undefined {
    const lexer = this.lexer as DialectLexer;
    const start = masked.length - src.length;
    const sign = masked[start - 1] ?? "";
    lexer.quiet = true;
    const span = find(masked.slice(start), masked, before && isStandIn(sign) ? sign : before);
    lexer.quiet = false;
    if (!span) return undefined;
    const raw = src.slice(0, span.raw.length);
    const edge = (raw.length - span.text.length) / 2;
    const text = raw.slice(edge, raw.length - edge);
    return { ...span, raw, text, tokens: lexer.inlineTokens(text) };
  }
}

/** What emphasis is looked for in: formulas are one word. */
function mask(text: string, masked: string): string {
  if (text.length !== masked.length) return masked;
  let seen = "";
  let from = 0;
  for (let at = mayBeginFormula(text); at >= 0; ) {
    // What is masked already, as code is, holds no formula.
    const formula = /[$+]/.test(masked[at] ?? "") ? formulaAt(text, at) : undefined;
    if (formula !== undefined) {
      seen += masked.slice(from, at) + "a".repeat(formula.length);
      from = at + formula.length;
    }
    const rest = formula === undefined ? at + 1 : from;
    const next = mayBeginFormula(text.slice(rest));
    at = next < 0 ? -1 : rest + next;
  }
  return withCjkAsLetters(seen + masked.slice(from));
}

const formula = (raw: string | undefined): Tokens.Generic | undefined =>
  raw === undefined ? undefined : { type: "formula", raw };

// Who speaks breaks lines where they are to break; nobody here fills lines to a width.
const options = {
  gfm: true,
  breaks: true,
  tokenizer: new DialectTokenizer(),
  hooks: {
    emStrongMask(this: { lexer: DialectLexer }, masked: string) {
      return mask(this.lexer.reading, masked);
    },
  },
  extensions: {
    block: [(src: string) => formula(formulaBlock(src))],
    startBlock: [formulaLine],
    inline: [(src: string) => formula(formulaAt(src, 0))],
    startInline: [mayBeginFormula],
  },
} as unknown as MarkedOptions;
