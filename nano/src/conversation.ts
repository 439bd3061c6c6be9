import { pickAction, pickActions } from "./actions/pick-action.ts";
import { chanceOf } from "./chance.ts";
import { toolNames } from "./chat/render.ts";
import { playgroundTurns } from "./playground.ts";
import type { Language, Mixture, Scene } from "./scene.ts";
import { alikeTurns } from "./turns/alike-turns.ts";
import { deniedTurn, pickAskingAction } from "./turns/denied-turn.ts";
import { idleTurn } from "./turns/idle-turn.ts";
import { orderTurn } from "./turns/order-turn.ts";
import { promptedTurn, quietTurn } from "./turns/prompted-turn.ts";
import { referTurn } from "./turns/refer-turn.ts";
import { ended, skillTurn } from "./turns/skill-turn.ts";
import { continued, folded, summarised } from "./turns/summary-turn.ts";
import { greetTurn, unableTurn } from "./turns/talk.ts";
import type { Turn } from "./turns/turn.ts";
import { namesFor } from "./words/names.ts";
import { createWorld } from "./world/world.ts";

/** One conversation of the corpus, wholly given by its seed and its mixture. */
export function conversation(seed: number, mixture: Mixture = "usual"): Turn[] {
  const chance = chanceOf(seed);
  const language: Language = chance.maybe(0.72) ? "en" : "zh-CN";
  const scene: Scene = {
    chance,
    language,
    names: namesFor(chance, language),
    // As much as a window of 4,096 tokens leaves for an answer, fuller and emptier.
    world: createWorld(chance.pick([3_300, 3_300, 3_000, 2_400, 1_500, 800])),
    memory: {},
    mixture,
    real: false,
  };
  if (chance.maybe(0.03)) return playgroundTurns(scene);
  if (chance.maybe(0.035)) return alikeTurns(scene);
  const count = chance.weighed([
    [1, 66],
    [2, 18],
    [3, 9],
    [chance.whole(4, 8), 7],
  ]);
  let turns: Turn[] = [];
  while (turns.length < count) {
    const turn = nextTurn(scene, turns.length > 0);
    turns.push(scene.memory.ending === undefined || turn.notes ? turn : ended(turn, scene.memory.ending));
    if (turns.length < count && chance.maybe(0.05)) turns = withRoomMade(scene, turns);
  }
  return turns.length > 1 && chance.maybe(0.06) ? summarised(turns, chance) : turns;
}

/** What Kestrel does when the window is full: notes stand for what was, or the answers are taken out. */
function withRoomMade(scene: Scene, turns: readonly Turn[]): Turn[] {
  scene.world.forget();
  scene.memory.listed = undefined;
  const told = turns.some(({ notes }) => notes);
  if (told || turns.length < 2 || scene.chance.maybe(0.5)) return folded(turns);
  // What the conversation does not hold any more, nobody points back to.
  scene.memory = { asked: scene.memory.asked };
  return continued(turns);
}

function nextTurn(scene: Scene, later: boolean): Turn {
  const { chance, memory } = scene;
  if (memory.changesNothing && chance.maybe(0.85)) return quietTurn(scene);
  const refer = later && !memory.changesNothing && chance.maybe(0.4) ? referTurn(scene) : undefined;
  if (refer) return refer;
  return chance.weighed<() => Turn>([
    [() => orderTurn(scene, [pickAction(scene)]), 46],
    [() => orderTurn(scene, pickActions(scene, 2)), 26],
    [() => orderTurn(scene, pickActions(scene, 3)), 40],
    [() => greetTurn(scene, later), later ? 7 : 3],
    [() => idleTurn(scene) ?? greetTurn(scene, later), 3],
    [() => unableTurn(scene), scene.mixture === "declining" ? 26 : 12],
    [() => denied(scene, false), 4],
    [() => denied(scene, true), 2],
    [() => promptedTurn(scene), 4],
    [() => skillTurn(scene), 4],
  ])();
}

/** Asks for something that needs leave, on a world that is put back. */
function denied(scene: Scene, planned: boolean): Turn {
  const memory = { ...scene.memory };
  const action = pickAskingAction(scene, ["rename", "replace", "create", "run", "move"]);
  const files = scene.world.snapshot();
  const undo = () => {
    scene.world.restore(files);
    scene.memory = memory;
  };
  return deniedTurn(scene, action, undo, planned);
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
