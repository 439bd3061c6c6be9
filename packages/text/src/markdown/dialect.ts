import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";
import { isStandIn, withCjkAsLetters } from "./cjk-emphasis.ts";
import { markdownFence } from "./fence.ts";
import { formulaAt, formulaBlock, formulaSign, mayBeginBlock, mayBeginFormula, paragraphEnd } from "./tex.ts";

/**
 * The blocks of a text in GitHub's Markdown, as models write it: TeX is kept, emphasis works beside CJK, and Markdown may stand in a
 * fence. The time is linear in the text: where a paragraph has too many signs for its length, its lines or all of it stay plain.
 */
export function lex(text: string): Token[] {
  const lexer = new DialectLexer(options);
  lexer.work = mostWork + text.length * workOfSign;
  return lexer.lex(text);
}

/** Each of these may make marked look through all that follows in its paragraph. */
const signs = /[\\`*_~[<!&@$]|https?:|www\./gi;

/** A paragraph costs its signs times its length: about as many characters are looked at. Measured: 1e6 take 1 to 5 ms. */
const mostWork = 4e6;
/** For prose of models, 10 to 60 (a sign in 20 characters, paragraphs of 200 to 1,200). */
const workOfSign = 100;
/** Blocks and spans within each other: what is deeper is words. Each is read anew by the one around it. */
const deepest = 20;
/** A formula in lines of its own is no longer. UTF-16 units. */
const longestBlock = 10_000;
/** A paragraph that a formula ends is joined again where that is none. */
const workOfClip = 2_000;
/** Of one paragraph. */
const mostWorkAtOnce = 2e6;

/** Knows what is read at the moment, for the mask, and how much may still be looked at. */
class DialectLexer extends Lexer {
  reading = "";
  quiet = false;
  /** The formulas that may begin in it, each by what is left of the paragraph there, the next one last. */
  formulas: number[] = [];
  work = mostWork;
  /** Whether more was looked through than may be: from then on blocks are told by blank lines. */
  tired = false;
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
    return this.#affords(src) ? this.#read(src, tokens) : this.#plainly(src, tokens);
  }

  /** How far from the start of what is left of a paragraph the next formula may begin; -1 for nowhere. Looked for once each. */
  beforeFormula(rest: string): number {
    const { formulas } = this;
    while ((formulas.at(-1) ?? 0) > rest.length) formulas.pop();
    const left = formulas.at(-1);
    return left === undefined ? -1 : rest.length - left;
  }

  #read(src: string, tokens: Token[]): Token[] {
    const before = [this.reading, this.formulas] as const;
    this.reading = src;
    this.formulas = formulasIn(src);
    try {
      this.#within(src, tokens, () => super.inlineTokens(src, tokens));
      return tokens;
    } finally {
      [this.reading, this.formulas] = before;
    }
  }

  /** Whether so many characters may be looked through. */
  spend(cost: number): boolean {
    if (cost > this.work) return false;
    this.work -= cost;
    return true;
  }

  #affords(src: string): boolean {
    const cost = (src.match(signs)?.length ?? 0) * src.length;
    return cost <= mostWorkAtOnce && this.spend(cost);
  }

  /** Line by line, and the lines that are too much as they stand. */
  #plainly(src: string, tokens: Token[]): Token[] {
    for (const [at, line] of src.split("\n").entries()) {
      if (at > 0) tokens.push({ type: "br", raw: "\n" });
      if (line !== src && this.#affords(line)) this.#read(line, tokens);
      else addWords(line, tokens);
    }
    return tokens;
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

  /** A formula in lines of its own ends a paragraph, and so a heading that is underlined. */
  override lheading(src: string): Tokens.Heading | undefined {
    const { at, formula } = paragraphEnd(src);
    const lexer = this.lexer as DialectLexer;
    lexer.tired ||= !lexer.spend(at);
    if (lexer.tired) return undefined;
    return super.lheading(formula ? src.slice(0, at + 1) : src);
  }

  /** Where too much was looked through, all up to the next blank line. */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    if (!(this.lexer as DialectLexer).tired) return super.paragraph(src);
    const raw = src.slice(0, paragraphEnd(src).at);
    return { type: "paragraph", raw, text: raw, tokens: this.lexer.inline(raw) };
  }

  /** Before the rows are looked through: without a column's mark in its second line it is none. */
  override table(src: string): Tokens.Table | undefined {
    return /^[^\n]*\n[^\n]*[|:]/.test(src) ? super.table(src) : undefined;
  }

  override url(src: string): Tokens.Link | undefined {
    return sureLink(super.url(src), src);
  }

  override autolink(src: string): Tokens.Link | undefined {
    return sureLink(super.autolink(src), "");
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

/** Where a mail address surely ends; `npm@11.21.2`, `logo@2x.png`, `getty@tty1.service` are none. */
const mailEnds = /@(?:[\w-]+\.)*[\w-]*[a-z][\w-]*\.(?:com|org|net|edu|gov|int|mil|info)$/i;

/** A bare address as it is: one that may be something else, as `git@github.com:team/tool` is, stays words. */
function sureLink(link: Tokens.Link | undefined, src: string): Tokens.Link | undefined {
  if (!link?.href.startsWith("mailto:") || link.raw.startsWith("mailto:")) return link;
  const { raw } = link;
  const goesOn = /^[:/]\S/.test(src.slice(raw.length));
  if (mailEnds.test(raw.replace(/>$/, "")) && !goesOn) return link;
  return { type: "text", raw, text: raw, escaped: false } as unknown as Tokens.Link;
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

/** From the last to the first. */
const formulasIn = (text: string): number[] =>
  [...text.matchAll(formulaSign)].map(({ index }) => text.length - index).reverse();

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
    block: [
      function (this: { lexer: DialectLexer }, src: string) {
        const { lexer } = this;
        if (!mayBeginBlock(src) || !lexer.spend(Math.min(src.length, longestBlock))) return undefined;
        return formula(formulaBlock(src.slice(0, longestBlock)));
      },
    ],
    startBlock: [
      function (this: { lexer: DialectLexer }, src: string) {
        const { at, formula } = paragraphEnd(src);
        return formula && this.lexer.spend(workOfClip) ? at + 1 : -1;
      },
    ],
    inline: [(src: string) => formula(formulaAt(src, 0))],
    startInline: [
      function (this: { lexer: DialectLexer }, src: string) {
        return this.lexer.beforeFormula(src);
      },
    ],
  },
} as unknown as MarkedOptions;
