import { nanoTexts } from "@kestrel/nano";
import { pickAction } from "../actions/pick-action.ts";
import { type Scene, said } from "../scene.ts";
import { orderTurn } from "./order-turn.ts";
import { politely } from "./politely.ts";
import type { Turn } from "./turn.ts";

/** Prompts of the library that say "change nothing", and those that end that. */
const quiet = ["plan", "review", "ask", "brainstorm", "review-security"];
const busy = ["code", "debug", "simplify", "frontend-design"];

/** The user switches to a way of working, and orders something. It holds from now on. */
export function promptedTurn(scene: Scene): Turn {
  const { chance, memory } = scene;
  memory.changesNothing = chance.maybe(0.7);
  const text = nanoTexts.prompts[chance.pick(memory.changesNothing ? quiet : busy)] ?? "";
  const turn = memory.changesNothing ? quietTurn(scene) : orderTurn(scene, [pickAction(scene)]);
  return { ...turn, notes: [text] };
}

/** What is ordered while nothing may be changed: looked at, or not done. */
export function quietTurn(scene: Scene): Turn {
  const { chance, world } = scene;
  if (chance.maybe(0.6))
    return orderTurn(scene, [pickAction(scene, ["read", "read", "list", "search", "search"])]);
  const memory = { ...scene.memory };
  const action = pickAction(scene, ["rename", "replace", "set", "insert", "create", "move"]);
  const files = world.snapshot();
  const { path } = (action.perform().exchanges.at(-1)?.arguments ?? {}) as { path?: string };
  world.restore(files);
  scene.memory = memory;
  const words = {
    en: `I was told to change nothing, so ${path ?? "it"} is as it was.`,
    zh: `之前说好了什么都不改，所以 ${path ?? "它"} 没有改动。`,
  };
  const user = politely(scene, action.order, { single: true, given: action.given === true });
  return {
    skill: "unable",
    user,
    parts: [{ kind: "words", text: said(scene, words) }],
    says: path === undefined ? [] : [path],
  };
}
