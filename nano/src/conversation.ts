import { pickAction } from "./actions/pick-action.ts";
import { chanceOf } from "./chance.ts";
import { toolNames } from "./chat/render.ts";
import { playgroundTurns } from "./playground.ts";
import type { Language, Scene } from "./scene.ts";
import { deniedTurn, pickAskingAction } from "./turns/denied-turn.ts";
import { orderTurn } from "./turns/order-turn.ts";
import { referTurn } from "./turns/refer-turn.ts";
import { greetTurn, unableTurn } from "./turns/talk.ts";
import type { Turn } from "./turns/turn.ts";
import { namesFor } from "./words/names.ts";
import { createWorld } from "./world/world.ts";

/** One conversation of the corpus, wholly given by its seed. */
export function conversation(seed: number): Turn[] {
  const chance = chanceOf(seed);
  const language: Language = chance.maybe(0.72) ? "en" : "zh-CN";
  const scene: Scene = {
    chance,
    language,
    names: namesFor(chance, "training"),
    world: createWorld(),
    memory: {},
    real: false,
  };
  if (chance.maybe(0.03)) return playgroundTurns(scene);
  const count = chance.weighed([
    [1, 67],
    [2, 18],
    [3, 8],
    [chance.whole(4, 8), 7],
  ]);
  const turns: Turn[] = [];
  while (turns.length < count) turns.push(nextTurn(scene, turns.length > 0));
  return turns;
}

function nextTurn(scene: Scene, later: boolean): Turn {
  const { chance } = scene;
  const refer = later && chance.maybe(0.4) ? referTurn(scene) : undefined;
  if (refer) return refer;
  return chance.weighed<() => Turn>([
    [() => orderTurn(scene, [pickAction(scene)]), 47],
    [() => orderTurn(scene, several(scene, 2)), 18],
    [() => orderTurn(scene, several(scene, 3)), 22],
    [() => greetTurn(scene), 3],
    [() => unableTurn(scene), 4],
    [() => denied(scene), 5],
  ])();
}

function several(scene: Scene, count: number) {
  return Array.from({ length: count }, () => pickAction(scene));
}

/** Asks for something that needs leave, on a world that is put back. */
function denied(scene: Scene): Turn {
  const memory = { ...scene.memory };
  const action = pickAskingAction(scene, ["rename", "replace", "create", "run"]);
  const files = scene.world.snapshot();
  return deniedTurn(scene, action, () => {
    scene.world.restore(files);
    scene.memory = memory;
  });
}

/** The tools that the client of a conversation offers: mostly Kestrel's, at times fewer, never one too few. */
export function offeredTools(seed: number, turns: readonly Turn[]): readonly string[] {
  const chance = chanceOf(seed ^ 0x5bd1e995);
  if (chance.maybe(0.85)) return toolNames;
  const used = new Set(
    turns.flatMap(({ parts }) => parts.map((part) => (part.kind === "call" ? part.exchange.tool : ""))),
  );
  const offered = toolNames.filter((name) => used.has(name) || chance.maybe(0.3));
  return offered.length > 0 ? offered : toolNames;
}
