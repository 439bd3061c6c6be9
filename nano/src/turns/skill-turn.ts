import { nanoTexts } from "@kestrel/nano";
import { pickAction } from "../actions/pick-action.ts";
import { type Action, type Scene, said } from "../scene.ts";
import { chineseLine } from "../words/chinese.ts";
import { sentence, words } from "../words/prose.ts";
import { orderTurn } from "./order-turn.ts";
import type { Part, Turn } from "./turn.ts";

/** The user calls a short skill by its name: steps to take, or a line to end with from now on. */
export function skillTurn(scene: Scene): Turn {
  return scene.chance.maybe(0.6) ? stepsTurn(scene) : endingTurn(scene);
}

/** Its steps are orders; they are done one after the other. */
function stepsTurn(scene: Scene): Turn {
  const { chance } = scene;
  const actions = Array.from({ length: chance.whole(1, 3) }, () => plainAction(scene));
  const steps = actions.map(
    ({ order }, at) => `${at + 1}. ${order.charAt(0).toUpperCase()}${order.slice(1)}.`,
  );
  const { name, text } = skill(scene, [title(scene), "", ...steps]);
  const asks = {
    en: [
      "do it",
      "go",
      "use it",
      "please do it",
      "do what it says",
      "follow it",
      "start",
      `use the skill ${name}`,
      `do ${name}`,
      "now do that",
    ],
    zh: ["照做", "开始", "按它说的做", "执行", "请照着做", `用 ${name}`, `执行 ${name}`],
  };
  // Said with other words, the same is done: only what is called differs.
  const turn = orderTurn(scene, actions);
  return { ...turn, skill: "chain", user: chance.pick(said(scene, asks)), notes: [text] };
}

function endingTurn(scene: Scene): Turn {
  const { chance, names } = scene;
  const line = chance.pick([
    () => words(chance, names, 1, 4),
    () => sentence(chance, names),
    () => chineseLine(chance),
  ])();
  const rule = chance.pick([
    `End every reply with the line: ${line}`,
    `The last line of every reply is: ${line}`,
    `Close each answer with this line: ${line}`,
    `每次回答的最后一行都写：${line}`,
  ]);
  const { text } = skill(scene, chance.maybe(0.5) ? [title(scene), "", rule] : [rule]);
  scene.memory.ending = line;
  return { ...ended(orderTurn(scene, [plainAction(scene)]), line), notes: [text] };
}

/** The turn with this line at the end of each of its replies. */
export function ended(turn: Turn, line: string): Turn {
  const parts = turn.parts.map(
    (part): Part => (part.kind === "words" ? { ...part, text: `${part.text}\n${line}` } : part),
  );
  return { ...turn, parts };
}

/** An order that stands well in a list. */
function plainAction(scene: Scene): Action {
  for (;;) {
    const action = pickAction(scene);
    if (!action.given && !action.order.includes("\n")) return action;
  }
}

const title = ({ chance, names }: Scene) => `# ${words(chance, names, 1, 3)}`;

function skill({ chance, names }: Scene, lines: readonly string[]): { name: string; text: string } {
  const name = `${names.word()}${chance.maybe(0.5) ? `-${names.word()}` : ""}`;
  const place = chance.pick([
    "~/.config/kestrel/skills",
    ".kestrel/skills",
    ".claude/skills",
    ".agents/skills",
  ]);
  return {
    name,
    text: `${nanoTexts.skill(name, `${place}/${name}`)}\n\n${lines.join("\n")}`,
  };
}
