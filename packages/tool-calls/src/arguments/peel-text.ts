const fenced =
  /^[^{}[\]"`]{0,200}(?:```|~~~)(?:[\w-]*[ \t]*\r?\n|\w*[ \t]*(?=[{[]))([\s\S]*?)\r?\n?[ \t]*(?:```|~~~)\s*(?:\n[^{}[\]"`]{0,200})?$/;
/** A code span around the whole. */
const span = /^\s*`(\{[^`]*\})`\s*$/;
/** A fence that nobody closed, because the output ended with the object. */
const unclosedFence = /^[^{}[\]"`]{0,200}```[\w-]*[ \t]*\r?\n(?=\s*[{[])/;
const label =
  /^\s*(?:arguments|args|input|parameters|params|json)(?:\s*[:=：]\s*|\s+)(?=[{[｛])|^\s*json(?=[{｛])/i;
const introduction =
  /^\s{0,200}[^\s{}[\]"'`<>][^{}[\]"'`<>]{0,200}(?::\s{0,40}(?=[{[])|[!.]\s{1,40}(?=\{)|(?<=\w\s\w{1,80})\s{1,40}(?=\{))/;
const opener = /^\s*(?:<\/?[A-Za-z][\w:-]{2,30}>|<[|｜][^<>|｜\n]{1,40}[|｜]>|\[[A-Z_]{4,20}\])\s*(?=[{[])/;
const escapedQuotes = /^\s*[{[]\s*(?:\\[nrt]\s*)*\\"/;
const escapedBlanks = /^\s*[{[]\s*\\[nrt]/;
const entityQuotes = /^\s*\{\s*&(?:quot|#34);/;
const blanksOf: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

/** The text with one level of escaping less, as if it had stood inside a JSON string. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\nrt])/g, (_found, char: string) => blanksOf[char] ?? char);
}

/** Turns escaped line breaks between the members into real ones; strings keep theirs. */
function withRealBlanks(text: string): string {
  return text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\\([nrt])/g, (found, char: string | undefined) =>
    char === undefined ? found : (blanksOf[char] ?? found),
  );
}

/** Takes off what models put around an arguments object: a fence, a label, an opening mark, a level of escaping. */
export function peelText(given: string): string {
  const body = (fenced.exec(given) ?? span.exec(given))?.[1] ?? given.replace(unclosedFence, "");
  const text = body.replace(label, "").replace(introduction, "").replace(opener, "");
  if (escapedQuotes.test(text)) return unescaped(text);
  if (entityQuotes.test(text)) return text.replace(/&(?:quot|#34);/g, '"').replaceAll("&amp;", "&");
  return escapedBlanks.test(text) ? withRealBlanks(text) : text;
}
