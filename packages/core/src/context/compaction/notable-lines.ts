/** The most informative lines of an output: errors first, then values. */
export function notableLines(text: string, most: number): string[] {
  const judged: { line: string; at: number; worth: number }[] = [];
  const seen = new Set<string>();
  for (const [at, raw] of text.split("\n").slice(0, longestLook).entries()) {
    const line = raw.trim();
    if (line.length < 3 || seen.has(line)) continue;
    seen.add(line);
    judged.push({ line, at, worth: worthOf(line) });
  }
  return judged
    .sort((one, other) => other.worth - one.worth || one.at - other.at)
    .slice(0, most)
    .sort((one, other) => one.at - other.at)
    .map(({ line }) => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line));
}

const longestLook = 2_000;
const longestLine = 160;

const signs: readonly [RegExp, number][] = [
  [
    /\b(error|fail(ed|ure|s)?|exception|panic|fatal|cannot|denied|not found|refused|undefined)\b|错误|失败/i,
    6,
  ],
  [/\b(must|never|always|decided|deadline|todo|fixme|note|important|warning)\b|必须|决定|注意/i, 3],
  [/[\w.-]+\s*[=:]\s*\S/, 2],
  [/\d/, 1],
  [/[\w-]\/[\w-]|\w\.\w{1,4}\b/, 1],
  [/["'`][^"'`]{2,}["'`]/, 1],
];

function worthOf(line: string): number {
  const words = line.slice(0, 400);
  const told = signs.reduce((sum, [sign, worth]) => sum + (sign.test(words) ? worth : 0), 0);
  return line.length > 400 ? told - 2 : told;
}
