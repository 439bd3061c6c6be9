import type { Chance } from "../chance.ts";
import { chineseLine } from "./chinese.ts";
import { codeBlock } from "./code-blocks.ts";
import type { Names } from "./names.ts";
import { number, sentence, value, words } from "./prose.ts";

export { givenLines } from "./given-texts.ts";

type Source = { chance: Chance; names: Names; chinese: boolean };

const kindOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** Lines as a small file of that kind has them; each is whole for itself, so that a line more or less breaks nothing. From four on some stand in blocks. */
export function fileLines(source: Source, path: string, count: number): string[] {
  const kind = kindOf(path);
  const body: string[] = [];
  const blocks = count > 3 && source.chance.maybe(0.6);
  while (body.length < count) {
    const block = blocks && source.chance.maybe(0.5) ? codeBlock(source, kind) : undefined;
    body.push(...(block ?? [lineOf(source, kind)]));
  }
  if (kind === "json") return jsonLines(body);
  return body;
}

/** A JSON object needs commas between its members and none behind the last. */
function jsonLines(members: readonly string[]): string[] {
  const last = members.length - 1;
  return ["{", ...members.map((member, at) => `  ${member}${at < last ? "," : ""}`), "}"];
}

export function assignmentLine(path: string, name: string, given: string): string {
  switch (kindOf(path)) {
    case "js":
    case "ts":
      return `const ${name} = ${given};`;
    case "rs":
      return `let ${name} = ${given};`;
    case "go":
      return `var ${name} = ${given}`;
    case "json":
      return `"${name}": ${given}`;
    case "yml":
      return `${name}: ${given}`;
    case "css":
      return `  --${name}: ${given};`;
    case "sh":
      return `${name}=${given}`;
    case "md":
    case "txt":
    case "html":
      return `${name}: ${given}`;
    default:
      return `${name} = ${given}`;
  }
}

/** One line of `path` that holds `name` as code or prose would. */
export function lineWith(source: Source, path: string, name: string): string {
  const { chance, names } = source;
  const kind = kindOf(path);
  if (kind === "json") return assignmentLine(path, name, value(chance, names));
  const other = () => names.identifier().replaceAll("-", "_");
  switch (kind) {
    case "js":
    case "ts":
      return chance.pick([
        `const ${name} = ${value(chance, names)};`,
        `console.log(${name});`,
        `export const ${other()} = ${name} + ${number(chance)};`,
        `if (${name}) ${names.word()}();`,
        `function ${name}() { return ${number(chance)}; }`,
        `// ${name} ${names.word()}`,
      ]);
    case "py":
      return chance.pick([
        `${name} = ${value(chance, names)}`,
        `print(${name})`,
        `def ${name}(): return ${number(chance)}`,
        `# ${name} ${names.word()}`,
      ]);
    case "md":
    case "txt":
    case "html":
      return chance.pick([
        `${words(chance, names, 1, 3)} ${name} ${words(chance, names, 0, 2)}`.trim(),
        `- ${name}`,
        `${name}: ${names.word()}`,
      ]);
    default:
      return assignmentLine(path, name, value(chance, names));
  }
}

function lineOf(source: Source, kind: string): string {
  const { chance, names, chinese } = source;
  const loose = ["md", "txt", "json", "toml", "yml"].includes(kind);
  const name = () => (loose ? names.identifier() : names.identifier().replaceAll("-", "_"));
  const given = () => value(chance, names);
  switch (kind) {
    case "js":
    case "ts":
      return chance.weighed<() => string>([
        [() => `const ${name()} = ${given()};`, 5],
        [() => `let ${name()} = ${given()};`, 3],
        [() => `export const ${name()} = ${given()};`, 2],
        [() => `function ${name()}(${names.word()}) { return ${given()}; }`, 3],
        [() => `import { ${name()} } from "./${names.word()}.js";`, 2],
        [() => `console.log("${words(chance, names, 1, 3)}");`, 3],
        [() => `// ${words(chance, names, 1, 4)}`, 3],
        [() => `export function ${name()}() {}`, 1],
        [() => "", 1],
      ])();
    case "py":
      return chance.weighed<() => string>([
        [() => `${name()} = ${given()}`, 5],
        [() => `def ${name()}(${names.word()}): return ${given()}`, 3],
        [() => `import ${names.word()}`, 2],
        [() => `print("${words(chance, names, 1, 3)}")`, 3],
        [() => `# ${words(chance, names, 1, 4)}`, 3],
      ])();
    case "sh":
      return chance.weighed<() => string>([
        [() => `echo ${words(chance, names, 1, 3)}`, 4],
        [() => `${name()}=${number(chance)}`, 2],
        [() => `# ${words(chance, names, 1, 3)}`, 2],
      ])();
    case "md":
    case "txt":
      if (chinese && chance.maybe(0.6)) return chineseLine(chance);
      return chance.weighed<() => string>([
        [() => sentence(chance, names), 5],
        [() => `# ${words(chance, names, 1, 3)}`, kind === "md" ? 3 : 0],
        [() => `- ${words(chance, names, 1, 3)}`, 3],
        [() => `${names.word()}: ${number(chance)}`, 2],
        [() => name(), 1],
        [() => "", 1],
      ])();
    case "html":
      return `<p>${words(chance, names, 1, 4)}</p>`;
    case "css":
      return `.${names.word()} { ${names.word()}: ${number(chance)}; }`;
    case "json":
      return `"${name()}": ${given()}`;
    case "toml":
      return chance.maybe(0.15) ? `# ${words(chance, names, 1, 3)}` : `${name()} = ${given()}`;
    case "yml":
      return chance.maybe(0.15) ? `# ${words(chance, names, 1, 3)}` : `${name()}: ${given()}`;
    case "go":
      return chance.maybe(0.2) ? `// ${words(chance, names, 1, 3)}` : `var ${name()} = ${given()}`;
    case "rs":
      return chance.maybe(0.2) ? `// ${words(chance, names, 1, 3)}` : `let ${name()} = ${given()};`;
    default:
      return sentence(chance, names);
  }
}
