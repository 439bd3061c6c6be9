export const namePattern = "[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,119}";
const keyPattern = "[^<>\"'=\\n/][^<>\"'=\\n]{0,119}?";
const tagPattern = "[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,80}";
export const typePattern = '[^<>"\\n]{0,80}?';

/** A vendor prefix of a tag: `seed:`, `ifm|`, DSML's bars. */
const vendor = "(?:[|｜]\\s?[A-Z]{2,8}\\s?[|｜]\\s?|[a-z_]{2,12}[:|])?";
const suffix = "(?::[\\w.-]{1,24})?";

const placeholders: Record<string, string> = {
  name: `(?<name>${namePattern})`,
  tool: `(?<name>${tagPattern})`,
  key: `(?<key>${keyPattern})`,
  type: `(?<type>${typePattern})`,
  index: "[\\w.:-]{0,80}",
  attributes: '(?:\\s+[\\w-]+\\s*=\\s*"[^"<>]*")*',
};
const tokens = /\{(\w+)\}|[⟨⟦⟩⟧¦ \n"|｜▁=^]|(<\/?)(?=[a-zA-Z⟨⟦])|(?<=[\w}⟩⟧"])(>)|[^{⟨⟦⟩⟧¦ \n<>"|｜▁=^]+|./gu;
const meanings: Record<string, string> = {
  "⟨": "(?:",
  "⟦": "(?:",
  "⟩": ")?",
  "⟧": ")",
  "¦": "|",
  " ": "\\s{0,40}",
  "\n": "\\s{0,40}",
  '"': "[\"']?",
  "|": "[|｜]",
  "｜": "[|｜]",
  "▁": "\\\\?[▁_ ]",
  "=": "\\s?=\\s?",
  "^": "(?<![\\s\\S])",
};

export function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A template as a pattern source, for the flags `iu`. `bind` overrides placeholders. */
export function sourceOf(template: string, bind: Record<string, string> = {}): string {
  return template.replaceAll(tokens, (token, placeholder?: string, opens?: string, closes?: string) => {
    if (placeholder !== undefined) return bind[placeholder] ?? placeholders[placeholder] ?? "";
    if (opens !== undefined) return `${opens}${vendor}`;
    if (closes !== undefined) return `${suffix}\\s?>`;
    return meanings[token] ?? escaped(token);
  });
}

/** The same for any of several, without capture groups; none matches nothing. */
export function anyOf(templates: readonly string[]): string {
  const silent = { name: namePattern, tool: tagPattern, key: keyPattern, type: typePattern };
  return [...new Set(templates)].map((one) => sourceOf(one, silent)).join("|") || "(?!)";
}

/** All expansions of a template without placeholders, the longest first when parts are optional. */
export function spellings(template: string): string[] {
  const part = /[⟨⟦]([^⟨⟦⟩⟧]*)[⟩⟧]/.exec(template);
  if (!part) return [template];
  const choices = (part[1] ?? "").split("¦");
  const all = part[0].startsWith("⟨") ? [...choices, ""] : choices;
  return all.flatMap((one) => spellings(template.replace(part[0], one)));
}

/** A template's literal text up to its first placeholder, with and without its optional parts. */
export function literals(template: string): string[] {
  // Only up to the first required placeholder: the rest would add thousands of equal spellings.
  let [depth, end] = [0, 0];
  for (; end < template.length; end += 1) {
    const sign = template[end] ?? "";
    if (depth === 0 && /[{^]/.test(sign)) break;
    depth += /[⟨⟦]/.test(sign) ? 1 : /[⟩⟧]/.test(sign) ? -1 : 0;
  }
  const all = spellings(template.slice(0, end)).map((one) =>
    (one.split(/[{^]/)[0] ?? "").replaceAll(/[ \n]/g, ""),
  );
  return [...new Set(all.map(comparable))].filter((one) => one.length > 2);
}

/** A text normalised for comparison: lower case, one character for all bars. */
export const comparable = (text: string): string => text.replaceAll("|", "｜").toLowerCase();
