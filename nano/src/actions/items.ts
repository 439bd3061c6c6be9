import type { Action, Scene } from "../scene.ts";
import { chineseText } from "../words/chinese.ts";
import { number } from "../words/prose.ts";
import { isFree } from "../world/files-at-hand.ts";
import type { InsertWay } from "./change.ts";
import { besideLine } from "./put-in.ts";

/** Short entries of one kind, one on each line, as lists, settings and tables have them. */
type List = { readonly paths: readonly string[]; item(scene: Scene): string };

/** "Put this on the list": mostly at its end. */
export function addToList(scene: Scene): Action {
  const { chance, world } = scene;
  for (;;) {
    const list = chance.pick(lists);
    const path = chance.maybe(0.3)
      ? `${scene.names.folder()}/${chance.pick(list.paths)}`
      : chance.pick(list.paths);
    const items = new Set(
      Array.from({ length: chance.whole(2, chance.pick([4, 7, 20])) }, () => list.item(scene)),
    );
    const [added = "", ...there] = items;
    const whole = there.join("\n");
    if (there.length === 0 || !isFree(scene, path) || whole.includes(added)) continue;
    const way = chance.pick<InsertWay>(["end", "end", "end", "after", "before", "top"]);
    const at = way === "end" ? there.at(-1) : way === "top" ? there[0] : chance.pick(there);
    if (at === undefined || whole.split(at).length !== 2) continue;
    world.add(path, there);
    return besideLine(scene, path, at, added, way);
  }
}

const lists: readonly List[] = [
  { paths: ["todo.txt", "TODO", "todo.md", "list.txt", "tasks.txt", "plan.txt", "notes.txt"], item: spoken },
  {
    paths: ["shopping.txt", "words.txt", "names.txt", "items.txt", "clients.txt", "books.txt"],
    item: spoken,
  },
  { paths: ["清单.txt", "购物.txt", "待办.md", "名单.txt", "片单.txt", "备忘.txt"], item: spoken },
  { paths: ["notes.md", "ideas.md", "TODO.md"], item: (scene) => `- ${spoken(scene)}` },
  {
    paths: ["requirements.txt", "requirements-dev.txt", "constraints.txt"],
    item: ({ chance, names }) => {
      const version = Array.from({ length: chance.whole(1, 3) }, () => chance.whole(0, 30)).join(".");
      return names.word() + chance.pick(["", `==${version}`, `==${version}`, `>=${version}`, `~=${version}`]);
    },
  },
  {
    paths: [".gitignore", ".npmignore", ".dockerignore", ".prettierignore"],
    item: ({ chance, names }) =>
      chance.pick([
        `${names.word()}/`,
        `*.${names.word()}`,
        `.${names.word()}`,
        names.path(["txt", "json", "md"]),
      ]),
  },
  {
    paths: [".env", "app.env", "local.env", "settings.ini"],
    item: ({ chance, names }) =>
      `${names.word()}_${names.word()}`.toUpperCase() +
      chance.pick([`=${names.word()}`, `=${number(chance)}`]),
  },
  {
    paths: ["data.csv", "prices.csv", "people.csv", "table.csv"],
    item: ({ chance, names }) => `${names.word()},${number(chance)}${chance.pick(["", `,${names.word()}`])}`,
  },
];

/** A few words as people note them down. */
function spoken({ chance, language, names }: Scene): string {
  if (language !== "en" && chance.maybe(0.7)) return chineseText(chance, 1, 3);
  return Array.from({ length: chance.pick([1, 1, 2, 2, 3, 4]) }, names.word).join(" ");
}
