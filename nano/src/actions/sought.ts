import type { Scene } from "../scene.ts";
import { chineseName } from "../words/chinese.ts";
import { isKept } from "../words/names.ts";
import { words } from "../words/prose.ts";
import { freePath, holding, holdingAlike, putFile } from "../world/files-at-hand.ts";

/** Something to search for, and files that have it or not: mostly a name as code has it, at times joined ones, or words of prose. */
export function soughtFor(scene: Scene): string {
  const { chance, language, names } = scene;
  const files = chance.pick([0, 1, 1, 1, 2, 2, 3]);
  const times = () => chance.pick([1, 1, 1, 2, 2, 3, 6]);
  const prose = language === "en" ? 0.05 : 0.3;
  if (chance.maybe(prose)) {
    const text = language === "en" ? words(chance, names, 2, 3) : chineseName(chance);
    for (let left = files; left > 0; left -= 1) noting(scene, text, times());
    return text;
  }
  if (chance.maybe(0.13)) {
    const text = joined(scene);
    for (let left = files; left > 0; left -= 1) calling(scene, text, times());
    return text;
  }
  const name = names.identifier();
  for (let left = files; left > 0; left -= 1) holding(scene, name, times());
  if (chance.maybe(0.08)) holdingAlike(scene, name);
  return name;
}

/** Names with a mark between them: of a member, of a module, of an option. */
function joined({ chance, names }: Scene): string {
  for (;;) {
    const name = chance.pick([
      () => `${names.word()}.${names.identifier().replaceAll("-", "_")}`,
      () => `${names.word()}.${names.word()}.${names.word()}`,
      () => `${names.word()}-${names.word()}`,
      () => `--${names.word()}`,
      () => `@${names.word()}/${names.word()}`,
      () => `${names.word()}.${chance.pick(["js", "json", "css", "png", "md"])}`,
    ])();
    if (!isKept(name)) return name;
  }
}

function calling(scene: Scene, text: string, times: number): void {
  const { chance, names } = scene;
  const path = freePath(scene, ["md", "txt", "sh"]);
  const own = Array.from({ length: times }, () =>
    chance.pick([
      `${names.word()} ${text}`,
      `# ${text} ${names.word()}`,
      `${names.word()} ${text} ${names.word()}`,
    ]),
  );
  putFile(scene, path, own);
}

function noting(scene: Scene, text: string, times: number): void {
  const { chance, language, names } = scene;
  const path = freePath(scene, ["md", "txt"]);
  const beside = () => (language === "en" ? `${names.word()} ` : chance.pick(["", chineseName(chance)]));
  const own = Array.from({ length: times }, () =>
    chance.pick([
      `- ${text}`,
      `${beside()}${text}`,
      `# ${text}`,
      `${beside()}${text}${language === "en" ? "." : "。"}`,
    ]),
  );
  putFile(scene, path, own);
}
