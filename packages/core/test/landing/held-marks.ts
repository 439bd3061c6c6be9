import fc from "fast-check";
import type { LandedCall } from "../../src/index.ts";
import { asText, dense } from "./between-own-marks.ts";
import { type Damage, damage, damaged, insertedBy } from "./mutations.ts";
import { type Call, renderings } from "./render-call.ts";

/**
 * A valid call, one of whose values holds marks of calls: of its own family, or of another, a piece of a call or all of it. `text` is what its template
 * makes of it.
 */
export type Held = { family: string; call: Call; text: string };

const inside: readonly Call[] = [
  { name: "write_file", arguments: { path: "a.txt", content: "one" } },
  { name: "shell", arguments: { command: "rm a" } },
];
const mark = /(<[^<>\n]{1,60}>|\[[A-Z_/]+\]|\]<\]minimax\[>\[|```\w*)/;
/** The calls inside as each family writes them, parted at its marks. */
const parted = renderings.map(({ render }) =>
  inside.map((call) =>
    render(call)
      .split(mark)
      .filter((part) => part !== ""),
  ),
);
const around = [
  (held: string) => held,
  (held: string) => `see ${held} there`,
  (held: string) => `one\n${held}\ntwo\n`,
  (held: string) => `one ${held}`,
  (held: string) => `${held} two`,
];
const outside: readonly ((value: string) => Call)[] = [
  (content) => ({ name: "write_file", arguments: { path: "b", content, limit: 5 } }),
  (content) => ({ name: "write_file", arguments: { content, path: "b" } }),
  (command) => ({ name: "shell", arguments: { command } }),
];
const any = fc.nat(1_000_000);

export const held: fc.Arbitrary<Held> = fc
  .tuple(
    fc.constantFrom(...renderings.keys()),
    // Three of four of its own family.
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: any }),
    any,
    any,
    any,
    fc.constantFrom(...around),
    fc.constantFrom(...outside),
  )
  .map(([family, other, which, first, many, put, outer]) => {
    const calls = parted[other === undefined ? family : other % parted.length] ?? [];
    const parts = calls[which % calls.length] ?? [];
    const from = first % parts.length;
    const piece = parts.slice(from, from + 1 + (many % (parts.length - from))).join("");
    const { family: name, render } = renderings[family] as (typeof renderings)[number];
    const call = outer(put(piece));
    return { family: name, call, text: render(call) };
  });

/** The same, damaged: `inserted` and `removed` are how many signs at most. */
export type DamagedHeld = Held & { inserted: number; removed: number };

export const damagedHeld = (whole: Held): fc.Arbitrary<DamagedHeld> =>
  fc.array(damage, { minLength: 1, maxLength: 2 }).map((hurts) => hurtBy(whole, hurts));

function hurtBy(whole: Held, hurts: readonly Damage[]): DamagedHeld {
  return hurts.reduce(
    ({ text, inserted, removed, ...rest }, hurt) => ({
      ...rest,
      text: damaged(text, hurt),
      inserted: inserted + insertedBy(text, hurt),
      removed: removed + hurt.length + 1,
    }),
    { ...whole, inserted: 0, removed: 0 },
  );
}

/** A text without what may be missing at its end, or between two parameters: closing marks, and what a family writes before each of them. */
const opened = (text: string, family: string) => {
  const bare = family === "MiniMax M3" ? text.replaceAll("]<]minimax[>[", "") : text;
  return dense(bare.replace(/<\/[^<>]*(?:>|$)|<\|tool_arg:end\|>/g, ""));
};

/** True if a text says, sign for sign, the calls that were read, with nothing behind them but words: then nothing tells that it meant others. */
function saysThem({ family, text }: Held, calls: readonly LandedCall[]): boolean {
  const render = renderings.find((one) => one.family === family)?.render ?? (() => "");
  const said = calls.map((call) => render(call as Call)).join("\n");
  if (opened(said, family) === opened(text, family)) return true;
  return dense(text).startsWith(dense(said)) && !/[<>|]/.test(dense(text).slice(dense(said).length));
}

/** A text without white space, and numbers without quotes: where a text is wanted, a number is one. */
const unquoted = (text: string) => dense(text).replace(/"(-?\d+)"/g, "$1");

/** How many signs two texts have in common, in one order. */
function common(one: string, other: string): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const sign of one) {
    const next = [0];
    for (let at = 1; at <= other.length; at += 1)
      next[at] = sign === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return row[other.length] ?? 0;
}

/** A value as JSON has it, where one sign may be two; a backslash that begins no sign is one. */
const written = (value: unknown) => JSON.stringify(asText(value)).replaceAll("\\\\", "\\");

/** True if a call is the one that was meant, but for the damage. */
function isMeant(read: LandedCall, { call, inserted, removed }: DamagedHeld): boolean {
  const given = read.arguments as Record<string, unknown>;
  const meant = Object.entries(call.arguments);
  if (read.name !== call.name || Object.keys(given).length !== meant.length) return false;
  return meant.every(([name, value]) => {
    return [asText, written].some((form) => {
      const [found, wanted] = [form(given[name]), form(value)];
      const same = common(found, wanted);
      return found.length - same <= inserted && wanted.length - same <= removed;
    });
  });
}

/** The calls of a reply that its text did not mean: a value cut short, a part of it run as a call, a parameter lost. */
export function notMeant(damaged: DamagedHeld, calls: readonly LandedCall[]): LandedCall[] {
  if (saysThem(damaged, calls)) return [];
  return calls.filter(
    (read) =>
      !isMeant(read, damaged) &&
      // Valid JSON is as it stands; only the name of a key was damaged.
      !(
        read.name === damaged.call.name &&
        unquoted(damaged.text).includes(unquoted(JSON.stringify(read.arguments)))
      ),
  );
}
