import type { Grammar } from "./grammar.ts";
import { grammars } from "./table.ts";
import { comparable, literals, spellings } from "./template.ts";

/** Marks around reasoning, as they occur in a stream. `prompted`: a template may have opened it. */
export const thinkingMarks: readonly { open: string; close: string; prompted: boolean }[] = grammars
  .flatMap(({ thinking = [] }) => thinking)
  .filter(([open, , how]) => how !== "turn" && /^[<[◁]/.test(open))
  .flatMap(([open, close, how]) => {
    const closes = spellings(close);
    return spellings(open.replaceAll("⟨ thought⟩", "thought")).map((one, index) => ({
      open: one,
      close: closes[index] ?? closes[0] ?? "",
      prompted: how === "prompted",
    }));
  })
  .filter(({ open }, index, all) => all.findIndex((other) => other.open === open) === index);

type Channels = NonNullable<Grammar["channels"]>;
const without: Channels = { opens: [], tokens: [], reasoning: "" };
export const channels: Channels = grammars.find((row) => row.channels)?.channels ?? without;

const tagged = grammars.find(({ family }) => family === "hermes");
const fenced = grammars.find(({ fences }) => fences)?.fences;

/** The marks that a model is asked to use for calls and results when its server does not support tools. */
export const askedMarks = {
  call: [tagged?.wraps?.[0]?.[0] ?? "", tagged?.wraps?.[0]?.[1] ?? ""] as const,
  result: spellings(tagged?.results?.[0] ?? "")[0] ?? "",
  callFence: fenced?.asked.call ?? "",
  resultFence: fenced?.asked.result ?? "",
};

let known: readonly string[] | undefined;
/** Opening marks of calls at a line start, as plain text, without ordinary words. Built with the first reply: too slow for startup. */
function openings(): readonly string[] {
  known ??= [
    ...grammars.filter(({ weak }) => !weak).flatMap(({ wraps = [] }) => wraps.map(([open]) => open)),
    ...grammars.filter(({ alone }) => alone).flatMap(({ heads = [] }) => heads),
  ]
    .flatMap(literals)
    .map((mark) => mark.replace(/>$/, ""))
    .concat(comparable(`\`\`\`${askedMarks.callFence}`))
    .filter((mark) => /^[^\p{L}*-]/u.test(mark));
  return known;
}
/** Forms without a mark: a token, a list in Python's notation, an object with a name. */
const forms = /^(?:<[|｜]|\[[a-z_]\w*\(|\{\s*"(?:name|tool|tool_name|function)")/i;
const mayBecomeForm = /^(?:<|\[\w*|\{\s*(?:"\w*)?)$/;
const vendor = /^<[a-z_]{2,12}[:|｜]/;

/** A line in its compared forms: as it is, without blanks, without a vendor prefix. */
function readings(line: string): string[] {
  const text = comparable(line.slice(0, 80));
  return [text, text.replaceAll(" ", ""), text.replace(vendor, "<")];
}

/** Whether a line begins with an opening mark of a call; most often it is a call. */
export function opensCall(line: string): boolean {
  const opens = (text: string, mark: string) =>
    text.startsWith(mark) && !(/\w$/.test(mark) ? /^\w/ : /^[\s=!-]/).test(text.slice(mark.length));
  return forms.test(line) || readings(line).some((text) => openings().some((mark) => opens(text, mark)));
}

/** Whether more characters could make the line begin with one. */
export function mayOpenCall(line: string): boolean {
  if (mayBecomeForm.test(line) || /^<[a-z_]{0,12}[:|｜]?$/.test(line)) return true;
  return readings(line).some((text) => openings().some((mark) => mark.startsWith(text)));
}
