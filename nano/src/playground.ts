import { renameAction, replaceAction } from "./actions/change.ts";
import { createAction } from "./actions/create.ts";
import { listAction } from "./actions/list.ts";
import { readAction, searchAction } from "./actions/look.ts";
import { runAction } from "./actions/run.ts";
import type { Action, Scene } from "./scene.ts";
import { orderTurn } from "./turns/order-turn.ts";
import { referTurn } from "./turns/refer-turn.ts";
import { greetTurn } from "./turns/talk.ts";
import type { Turn } from "./turns/turn.ts";

/** The sample project that the console offers, line by line; a test holds it against the one that is shipped. */
export const project: Readonly<Record<string, readonly string[]>> = {
  "README.md": [
    "# Greeter",
    "",
    "A very small project to try things on. `node check.js` says whether it works.",
  ],
  "check.js": [
    'import { greeting } from "./greeting.js";',
    "",
    'const expected = "Hello, Ada!";',
    'const actual = greeting("Ada");',
    "if (actual !== expected) {",
    "  console.error(`check failed: expected $" + "{expected} but got $" + "{actual}`);",
    "  process.exit(1);",
    "}",
    'console.log("check passed");',
  ],
  "greeting.js": [
    "/** Greets somebody by name. */",
    "export function greeting(name) {",
    "  return `Hello $" + "{name}`;",
    "}",
  ],
  "package.json": [
    "{",
    '  "name": "greeter",',
    '  "private": true,',
    '  "type": "module",',
    '  "scripts": {',
    '    "check": "node check.js"',
    "  }",
    "}",
  ],
};

/** What a newcomer asks in the sample project: the suggestions of the console, in any order, and what lies near them. */
export function playgroundTurns(scene: Scene): Turn[] {
  const { chance, world } = scene;
  for (const [path, lines] of Object.entries(project)) world.add(path, lines);
  const check = { line: "node check.js", check: true };
  world.script(check.line, () => {
    const said = /`(Hello.*)`;/
      .exec(world.lines("greeting.js").join("\n"))?.[1]
      ?.replace("$" + "{name}", "Ada");
    if (said === "Hello, Ada!") return { code: 0, output: "check passed" };
    return { code: 1, output: `check failed: expected Hello, Ada! but got ${said ?? "undefined"}` };
  });
  const mend = () => replaceAction(scene, "greeting.js", "Hello $" + "{name}", "Hello, $" + "{name}!");
  const possible: (() => Turn | undefined)[] = [
    () => orderTurn(scene, [listAction(scene, ".")]),
    () => orderTurn(scene, [readAction(scene, chance.pick(Object.keys(project)))]),
    () =>
      orderTurn(scene, [
        searchAction(scene, chance.pick(["greeting", "greeting", "expected", "Hello", "check"])),
      ]),
    () => orderTurn(scene, [runAction(scene, check)]),
    () => orderTurn(scene, [mend(), runAction(scene, check)] satisfies Action[]),
    () => orderTurn(scene, [mend()]),
    () => orderTurn(scene, [createAction(scene, "notes.txt", ["Hello from Kestrel"])]),
    () => orderTurn(scene, [renameAction(scene, "greeting.js", "greeting", scene.names.identifier())]),
    () => greetTurn(scene),
    () => referTurn(scene),
  ];
  const turns: Turn[] = [];
  for (let left = chance.whole(1, 4); left > 0; left -= 1) {
    const turn = chance.pick(possible)();
    if (turn) turns.push(turn);
  }
  return turns.length > 0 ? turns : [greetTurn(scene)];
}
