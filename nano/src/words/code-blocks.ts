import type { Chance } from "../chance.ts";
import { chineseLine } from "./chinese.ts";
import type { Names } from "./names.ts";
import { number, sentence, value, words } from "./prose.ts";

type Source = { chance: Chance; names: Names };

/** Some lines that belong together, whole in themselves, as a file of that kind has them. Undefined for kinds without any. */
export function codeBlock({ chance, names }: Source, kind: string): string[] | undefined {
  const name = () => names.identifier().replaceAll("-", "_");
  const word = () => names.word();
  const given = () => value(chance, names);
  const said = () => words(chance, names, 1, 4);
  const blocks: Readonly<Record<string, readonly (() => string[])[]>> = {
    js: [
      () => [`function ${name()}(${word()}) {`, `  return ${given()};`, "}"],
      () => [
        `export function ${name()}(${word()}, ${word()}2) {`,
        `  const ${name()} = ${given()};`,
        `  console.log("${said()}");`,
        "}",
      ],
      () => [`export class ${capital(word())} {`, `  ${word()}() {`, `    return ${given()};`, "  }", "}"],
      () => [
        "/**",
        ` * ${said()}`,
        " */",
        `export const ${name()} = {`,
        `  ${word()}: ${given()},`,
        `  ${word()}: ${given()},`,
        "};",
      ],
      () => [`if (${word()} > ${number(chance)}) {`, `  ${word()}();`, "}"],
    ],
    py: [
      () => [`def ${name()}(${word()}):`, `    """${said()}"""`, `    return ${given()}`, ""],
      () => [
        `class ${capital(word())}:`,
        `    ${word()} = ${given()}`,
        "",
        `    def ${word()}(self):`,
        `        return ${given()}`,
        "",
      ],
      () => [`for ${word()} in range(${number(chance).split(".")[0]}):`, `    print("${said()}")`],
      () => ['if __name__ == "__main__":', `    print("${said()}")`],
    ],
    rs: [
      () => ["fn main() {", `    let ${name()} = ${number(chance)};`, `    println!("${said()}");`, "}"],
      () => [`pub struct ${capital(word())} {`, `    pub ${word()}: u32,`, `    ${word()}: String,`, "}"],
      () => [`pub fn ${name()}(${word()}: u32) -> u32 {`, `    ${chance.whole(1, 99)}`, "}"],
    ],
    go: [
      () => [`func ${name()}() {`, `\tfmt.Println("${said()}")`, "}"],
      () => [`type ${capital(word())} struct {`, `\t${capital(word())} int`, "}"],
    ],
    css: [
      () => [
        `.${word()}-${word()} {`,
        `  color: ${chance.pick(["red", "#333", "blue", "#ff8800"])};`,
        `  margin: ${chance.whole(0, 40)}px;`,
        "}",
      ],
      () => [`#${word()} {`, `  width: ${chance.whole(1, 100)}%;`, "}"],
    ],
    md: [
      () => [`## ${said()}`, "", sentence(chance, names), ""],
      () => [
        "```sh",
        chance.pick(["npm install", "npm test", "make", "cargo build", "pip install ."]),
        "```",
      ],
      () => [`| ${word()} | ${word()} |`, "|---|---|", `| ${word()} | ${number(chance)} |`],
      () => [`1. ${said()}`, `2. ${said()}`],
      () => [chineseLine(chance), "", chineseLine(chance)],
    ],
    html: [
      () => ["<ul>", `  <li>${said()}</li>`, "</ul>"],
      () => [`<div class="${word()}">`, `  <p>${said()}</p>`, "</div>"],
    ],
    sh: [() => [`if [ -f ${word()}.txt ]; then`, `  echo ${said()}`, "fi"]],
    yml: [() => [`${word()}_${word()}:`, `  - ${word()}`, `  - ${word()}`]],
    toml: [() => [`[${word()}_${word()}]`, `${word()} = ${given()}`]],
  };
  const alike: Readonly<Record<string, string>> = { ts: "js" };
  const possible = blocks[alike[kind] ?? kind];
  return possible && chance.pick(possible)();
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
