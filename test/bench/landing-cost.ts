import type { OpenAITool } from "@kestrel/tool-calls";
import { parseToolCalls } from "@kestrel/tool-calls";
import { atMost, forComparison, type Row } from "./row.ts";

const size = 100_000;

/** What a call begins with, and the end it should have: the hostile signs stand between them. */
const heads: readonly (readonly [head: string, tail: string])[] = [
  ["<tool_call>\n<function=write_file>\n<parameter=content>", "</parameter>\n</function>\n</tool_call>"],
  [
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="write_file">\n<｜DSML｜parameter name="content" string="true">',
    "</｜DSML｜parameter>\n</｜DSML｜invoke>",
  ],
  ["<tool: shell>", "</tool>"],
  ['[write_file(content="', '")]'],
  ['{"name":"shell","arguments":{"command":"', '"}}'],
];
/** Signs and pieces of marks that many readers look at; `#` stands for a number that counts up. */
const repeated = [
  ...["</x", "<a ", "'a ", "`", '"', "( ", "]]a", '"}\n', "\n'limit", "limit>", "limit\n", '="limit" '],
  ...["<tool_call>", "</tool_call><", "<parameter=content>", '<parameter name="content">'],
  ...['<parameter nme="limit">', "<x-content>", '<param# "limit">', "</param#>", '</ent"', "\n<ent>   "],
];

function filled(form: string): string {
  return form.repeat(Math.ceil(size / form.length)).slice(0, size);
}

function hostileTexts(): string[] {
  const bodies = repeated.map((unit) => {
    let count = 0;
    return unit.repeat(Math.ceil(size / unit.length)).replaceAll("#", () => String(count++));
  });
  return heads.flatMap(([head, tail]) =>
    bodies.flatMap((body) => [`${head}${body}${tail}`, `${head}${body}\n</function>`]),
  );
}

/** The same numbers from 0 to 1 at every run. */
function numbers(): () => number {
  let state = 20261123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const instead = ["", "", "", "\n", '"', "<", ">", "/", "x", "}", "{", ",", ":", "\\", "'", " ", "]", "`"];

/** One text of each of `forms`, damaged in 1, 20 or 300 places, up to 25 signs at each. */
function damagedTexts(forms: readonly string[]): string[] {
  const next = numbers();
  return forms.map((form, index) => {
    let text = filled(form);
    for (let left = [1, 20, 300][index % 3] ?? 1; left > 0; left -= 1) {
      const at = Math.floor(next() * text.length);
      const comes = instead[Math.floor(next() * instead.length)] ?? "";
      text = text.slice(0, at) + comes + text.slice(at + Math.floor(next() * 25));
    }
    return text;
  });
}

/** Milliseconds of processor time for each of `texts`, dearest first; of the ten dearest the best of six. */
function costsOf(texts: readonly string[], tools: OpenAITool[]): number[] {
  const cost = (text: string): number => {
    const before = process.cpuUsage();
    parseToolCalls(text, tools, { finishReason: "stop" });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const once = texts
    .map((text) => ({ text, time: cost(text) }))
    .toSorted((one, other) => other.time - one.time);
  const dearest = once.slice(0, 10).map(({ text, time }) => {
    return Math.min(time, ...Array.from({ length: 5 }, () => cost(text)));
  });
  // Those behind them were read once only, so they may seem dearer than they are.
  const others = once.slice(10).map(({ time }) => Math.min(time, Math.max(...dearest)));
  return [...dearest, ...others].toSorted((one, other) => other - one);
}

/** What replies of 100 kB cost to read: of one form of call each, of such calls damaged, and of signs that no reader likes. */
export function measureLandingCost(forms: readonly string[], tools: OpenAITool[]): Row[] {
  const whole = costsOf(forms.map(filled), tools);
  const some = forms.filter((_form, index) => index % 2 === 0);
  const damaged = costsOf(damagedTexts(some), tools);
  const hostile = costsOf(hostileTexts(), tools);
  const dearest = (what: string, costs: number[], note: string) =>
    atMost(`100 kB of ${what}, the dearest`, costs[0] ?? 0, 50, "ms", note);
  return [
    dearest("one form of call", whole, `${whole.length} forms`),
    forComparison("100 kB of one form of call, the median", whole[whole.length >> 1] ?? 0, "ms"),
    dearest("calls damaged at random", damaged, `${damaged.length} texts`),
    forComparison("100 kB of calls damaged at random, the median", damaged[damaged.length >> 1] ?? 0, "ms"),
    dearest("hostile signs in a call", hostile, `${hostile.length} forms`),
  ];
}
