import type { Chance } from "../chance.ts";
import type { Names } from "./names.ts";

/** A few words as notes and comments have them. */
export function words(chance: Chance, names: Names, least: number, most: number): string {
  return Array.from({ length: chance.whole(least, most) }, names.word).join(" ");
}

export function sentence(chance: Chance, names: Names): string {
  const plain = words(chance, names, 2, 6);
  // An apostrophe is no end of a text that stands in marks.
  const said = chance.maybe(0.2) ? plain.replace(" ", ` ${chance.pick(shortened)} `) : plain;
  return chance.maybe(0.5) ? `${said.charAt(0).toUpperCase()}${said.slice(1)}.` : said;
}

/** Something a name may be set to, as it stands in code. */
export function value(chance: Chance, names: Names): string {
  return chance.weighed<() => string>([
    [() => number(chance), 45],
    [() => `"${words(chance, names, 1, 2)}"`, 25],
    [() => chance.pick(["true", "false"]), 15],
    [() => `"${names.identifier()}"`, 15],
    [() => `"${chance.whole(0, 20)}.${chance.whole(0, 30)}.${chance.whole(0, 9)}"`, 6],
  ])();
}

export function number(chance: Chance): string {
  return chance.weighed<() => string>([
    [() => `${chance.whole(0, 9)}`, 3],
    [() => `${chance.whole(10, 99)}`, 3],
    [() => `${chance.whole(100, 9999)}`, 3],
    [() => `${chance.whole(0, 9)}.${chance.whole(0, 99)}`, 1],
    // The same digit again and again, as ports and limits have it: how often tells only what stands there.
    [() => `${chance.whole(1, 99)}${"0".repeat(chance.whole(1, 4))}`, 2],
    [() => `${chance.pick(["", "1", "30"])}${`${chance.whole(1, 9)}`.repeat(chance.whole(2, 4))}`, 1],
  ])();
}

const shortened =
  "don't can't won't isn't doesn't it's that's what's let's we're you're I'm they'll we've o'clock".split(
    " ",
  );
