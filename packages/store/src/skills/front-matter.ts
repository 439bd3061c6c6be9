/** Longest front matter. A description has at most 1,024 characters. UTF-16 units. */
const longestMatter = 16 * 1024;

/**
 * Punctuation marks in front matter; public skills have at most a few dozen. The folder is not trusted yet, and a parser's time grows
 * faster than its input.
 */
const mostSigns = 400;

/** A key that is a list or a map. Skills need none, and hundreds of nested ones block a parser for minutes. */
const nestedKey = /(?:^|[\s[\]{},:?-])\?(?:\s|$)|[\]}]\s*:/;

/** The values before a text, and the text after them. */
export type FrontMatter = { values: Readonly<Record<string, unknown>>; text: string };

/** Reads `---`, YAML, `---`. A text without it has no values; in invalid YAML, plain `key: value` lines count. */
export async function readFrontMatter(whole: string): Promise<FrontMatter> {
  const text = whole.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!text.startsWith("---\n")) return { values: {}, text };
  const end = text.slice(0, longestMatter).search(/\n---[ \t]*(?:\n|$)/);
  if (end < 0) return { values: {}, text };
  const matter = text.slice(4, end + 1);
  return { values: await valuesOf(matter), text: text.slice(end + 1).replace(/^---[ \t]*\n?/, "") };
}

/** An unquoted description often contains a colon, which is not valid YAML. The plain `key: value` line is used then. */
async function valuesOf(matter: string): Promise<FrontMatter["values"]> {
  const lines = [...matter.matchAll(/^([A-Za-z][\w-]{0,63}):[ \t]+(\S.*)$/gm)].map(
    ([, key = "", value = ""]): [string, unknown] => [key, value.replace(/^(["'])(.*)\1$/, "$2")],
  );
  const read = Object.entries(await parsed(matter));
  return Object.fromEntries([...read, ...lines.filter(([key]) => !isText(read, key))]);
}

function isText(read: readonly [string, unknown][], key: string): boolean {
  return read.some(([name, value]) => name === key && typeof value === "string");
}

/** Every value is text, and aliases are off: no expansion bomb is possible. Empty for invalid YAML, or too much of it. */
async function parsed(matter: string): Promise<object> {
  if (nestedKey.test(matter) || signsIn(matter) > mostSigns) return {};
  // The YAML parser is loaded only when needed.
  const { parse } = await import("yaml");
  try {
    const values: unknown = parse(matter, { schema: "failsafe", maxAliasCount: 0, logLevel: "silent" });
    return typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  } catch {
    // expected: not YAML
    return {};
  }
}

function signsIn(matter: string): number {
  return matter.match(/[^\p{L}\p{N}\s./()]/gu)?.length ?? 0;
}

/** A value that is text, without invisible characters. */
export function textIn(values: FrontMatter["values"], key: string): string | undefined {
  const value = values[key];
  return typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : undefined;
}
