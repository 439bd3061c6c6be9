import { describe, expect, it } from "vitest";
import { lex } from "../src/markdown/index.ts";

const length = 100_000;
const filled = (mark: string) => mark.repeat(Math.ceil(length / mark.length)).slice(0, length);

/** Milliseconds of this process, which others on the machine do not lengthen as they do the clock's. */
function cost(text: string): number {
  const before = process.cpuUsage();
  lex(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of five readings, or the first below `enough`: a cold cache and the collector's threads make some of them dearer. */
function leastCost(text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5 && least >= enough; times++) least = Math.min(least, cost(text));
  return least;
}

const prose = "The *quick* brown `fox` jumps over [the](https://example.org) dog, twice.\n\n";

describe("a text that is made to be slow to read", () => {
  // Of each of these 20,000 characters took seconds, or of 100,000.
  it.each([
    ..."* _ ` [ [a]( [*a]( ![ **a ~~a $ $a < &a; | \\ www.".split(" "),
    ...[
      "> ",
      "- ",
      "1. ",
      "> - ",
      "--\n",
      "$$\n",
      "$$$\n",
      "\\[a]: b\n",
      "a\n\n",
      "```markdown\n```\n",
      "```\n```markdown\n",
    ],
    ...['<a b="', "[a]: b\n", "*a _b ", "[`", "字**", "|-|\n", "<!--", "[^1]", "\\(", "*a **b "],
  ])("is read in about the time of prose: %j", (mark) => {
    lex(filled(prose).slice(0, 10_000));
    const usual = Math.min(cost(filled(prose)), cost(filled(prose)));
    const most = 8 * Math.max(usual, 25);
    expect(leastCost(filled(mark), most)).toBeLessThan(most);
  });

  it("keeps every character of it", () => {
    for (const mark of ["[*a](", "> - ", "*a **b ", "--\n"]) {
      const text = filled(mark);
      const raw = lex(text).map((token) => token.raw);
      expect(raw.join("")).toBe(text);
    }
  });

  it("is still Markdown where it is a long text of people", () => {
    const paragraphs = lex(prose.repeat(2_000)).filter(({ type }) => type === "paragraph");
    expect(paragraphs).toHaveLength(2_000);
    expect(new Set(paragraphs.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(JSON.stringify(paragraphs[0])).toContain('"type":"link"');
    const one = lex(prose.trim().repeat(40).replaceAll("\n", " "));
    expect(JSON.stringify(one)).toContain('"type":"em"');
  });
});
