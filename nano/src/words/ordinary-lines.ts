import type { Chance } from "../chance.ts";
import { chineseLine } from "./chinese.ts";
import type { Names } from "./names.ts";
import { repeatedLine } from "./repeats.ts";

/** Lines as files of real projects have them: prose with marks, addresses, badges, licences, code that is whole only with its neighbours. */
export function ordinaryLine(chance: Chance, names: Names): string {
  const word = names.word;
  const site = () => `https://${word()}.${chance.pick(["org", "com", "io", "net", "dev"])}`;
  const name = () => `${capital(word())} ${capital(word())}`;
  return chance.weighed<() => string>([
    [() => prose(chance, names), 22],
    [
      () =>
        `${"#".repeat(chance.whole(1, 3))} ${capital(word())}${chance.maybe(0.4) ? ` ${chance.pick(english)} ${word()}` : ""}`,
      6,
    ],
    [() => `[![${word()}](${site()}/${word()}.svg)](${site()}/${word()})`, 3],
    [() => `[${word()}-image]: ${site()}/${word()}/v/${word()}.svg`, 2],
    [() => `See [${word()}](${site()}/${word()}) for ${chance.pick(english)} ${word()}.`, 3],
    [
      () =>
        `${chance.pick(["Copyright (c)", "Copyright", "(c)"])} ${chance.whole(1993, 2026)} ${name()} <${word()}@${word()}.org>`,
      3,
    ],
    [
      () =>
        chance.pick([
          "The MIT License (MIT)",
          "MIT",
          "ISC",
          "Apache License",
          "All rights reserved.",
          "'use strict'",
          '"use strict";',
        ]),
      3,
    ],
    [() => chance.pick(["=", "-", "*", "~"]).repeat(chance.whole(3, 40)), 3],
    [
      () =>
        chance.pick([
          "});",
          "}",
          "{",
          "*/",
          "/**",
          "/*!",
          "---",
          "```",
          "```js",
          "```sh",
          "],",
          "end",
          "fi",
          "<!-- -->",
          "EOF",
        ]),
      6,
    ],
    [() => ` * ${prose(chance, names)}`, 3],
    [() => `${" ".repeat(chance.pick([2, 4, 8]))}${word()}.${word()}(${word()}, function (${word()}) {`, 3],
    [() => `module.exports = ${names.identifier()}`, 2],
    [() => `var ${word()} = require('${word()}')${chance.pick(["", ";"])}`, 3],
    [() => `import ${word()}.${word()} as ${word()}`, 2],
    [() => `#include <${word()}.h>`, 2],
    [() => `#define ${word().toUpperCase()}_${word().toUpperCase()}\t${chance.whole(0, 99)}`, 2],
    [() => `${word().toUpperCase()}=${word()} -${chance.pick([..."abcdeghlo"])}`, 2],
    [() => `\t$(${word().toUpperCase()}) -o ${word()} ${word()}.c`, 1],
    [
      () =>
        `${chance.whole(0, 9)}.${chance.whole(0, 30)}.${chance.whole(0, 9)} / ${chance.whole(2012, 2026)}-0${chance.whole(1, 9)}-${chance.whole(10, 28)}`,
      2,
    ],
    [() => `${chance.pick(["*", "-", "+", "  *", "  -"])} ${prose(chance, names)}`, 5],
    [() => `${chance.whole(1, 12)}. ${prose(chance, names)}`, 2],
    [() => `$ ${word()} --${word()} ${word()}.${word()}`, 2],
    [() => `| ${word()} | \`${names.identifier()}\` | ${chance.pick(english)} |`, 2],
    [() => `<${word()} class="${word()}-${word()}">${word()}</${word()}>`, 2],
    [() => `${word()};${word()};${chance.whole(0, 999)}`, 1],
    [() => `${word()},${chance.whole(0, 999)},${word()}`, 2],
    [
      () =>
        `${names.identifier()} == ${chance.whole(0, 9)}.${chance.whole(0, 9)} && ${word()}[${chance.whole(0, 9)}] != null`,
      2,
    ],
    [() => chineseLine(chance), 4],
    [() => repeatedLine(chance, word), 5],
    [() => "", 5],
  ])();
}

/** A sentence in which ordinary words stand between invented ones. */
function prose(chance: Chance, names: Names): string {
  const count = chance.whole(3, chance.pick([6, 10, 16]));
  const said = Array.from({ length: count }, () => {
    const one = chance.maybe(0.68) ? chance.pick(english) : names.word();
    const marked = chance.maybe(0.06) ? `\`${one}\`` : one;
    return chance.maybe(0.07) ? `${marked},` : marked;
  }).join(" ");
  return capital(said.replace(/,$/, "")) + chance.pick([".", ".", ".", "", ":", "!", "?"]);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const english =
  "the the the a a an of of to to and and in is it this that for with as on be are by or not you your can if from at which when will was has have use used all any one each its into more only other new also may must should how what then than these they we our there here file files code line lines text name names value list set get run see read write make call returns function functions string number object array option options default example examples module package version license library project test tests install usage support simple small fast build node browser command output input error errors message data type types method time start end first last same different before after between without within".split(
    " ",
  );
