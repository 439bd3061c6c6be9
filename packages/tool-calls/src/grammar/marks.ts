import type { Grammar } from "./grammar.ts";
import { grammars } from "./table.ts";
import { comparable, literals, spellings } from "./template.ts";

/** What encloses reasoning and stands in a stream as it is written. `prompted`: a template may have opened it. */
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

/** The marks in which a model is asked to write calls and sees results, where its server takes no tools. */
export const askedMarks = {
  call: [tagged?.wraps?.[0]?.[0] ?? "", tagged?.wraps?.[0]?.[1] ?? ""] as const,
  result: spellings(tagged?.results?.[0] ?? "")[0] ?? "",
  callFence: fenced?.asked.call ?? "",
  resultFence: fenced?.asked.result ?? "",
};

let known: readonly string[] | undefined;
/** What opens a call at the start of a line, as plain text; words are none. Made with the first reply: it takes longer than a start has. */
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
/** Forms without a mark of their own: a token, a list in Python's notation, an object with a name. */
const forms = /^(?:<[|｜]|\[[a-z_]\w*\(|\{\s*"(?:name|tool|tool_name|function)")/i;
const mayBecomeForm = /^(?:<|\[\w*|\{\s*(?:"\w*)?)$/;
const vendor = /^<[a-z_]{2,12}[:|｜]/;

/** A line as marks are compared: as it is, without blanks, without a vendor. */
function readings(line: string): string[] {
  const text = comparable(line.slice(0, 80));
  return [text, text.replaceAll(" ", ""), text.replace(vendor, "<")];
}

/** True if a line begins with what opens a call; most often it is one. */
export function opensCall(line: string): boolean {
  const opens = (text: string, mark: string) =>
    text.startsWith(mark) && !(/\w$/.test(mark) ? /^\w/ : /^[\s=!-]/).test(text.slice(mark.length));
  return forms.test(line) || readings(line).some((text) => openings().some((mark) => opens(text, mark)));
}

/** True if a line may begin so with its next letters. */
export function mayOpenCall(line: string): boolean {
  if (mayBecomeForm.test(line) || /^<[a-z_]{0,12}[:|｜]?$/.test(line)) return true;
  return readings(line).some((text) => openings().some((mark) => mark.startsWith(text)));
}
