import { type ActionKind, pickAction, reusingAction } from "../actions/pick-action.ts";
import { type Chance, chanceOf } from "../chance.ts";
import type { Language, Scene } from "../scene.ts";
import { deniedTurn, pickAskingAction } from "../turns/denied-turn.ts";
import { orderTurn } from "../turns/order-turn.ts";
import { referTurn } from "../turns/refer-turn.ts";
import { greetTurn, unableTurn } from "../turns/talk.ts";
import type { Turn } from "../turns/turn.ts";
import { namesFor } from "../words/names.ts";
import { createWorld } from "../world/world.ts";
import type { Skill, Task, TaskTurn } from "./task.ts";

/** How often each skill comes, of a hundred. */
const shares: readonly (readonly [Skill, number])[] = [
  ["chain", 22],
  ["rename", 10],
  ["read", 9],
  ["search", 9],
  ["replace", 8],
  ["create", 8],
  ["run", 8],
  ["set", 6],
  ["insert", 6],
  ["list", 5],
  ["refer", 3],
  ["trouble", 2],
  ["denied", 2],
  ["greet", 1],
  ["unable", 1],
];

type Asked = { seed: number; count: number; language?: Language };

/** Held-out tasks: their names are of the eighth that no training sees, their seeds lie beyond those of the corpus. */
export function tasksFor(input: Asked): Task[] {
  return playedTasks(input).map(({ task }) => task);
}

/** The same tasks, with the turns as a perfect model would play them. */
export function playedTasks({
  seed,
  count,
  language = "en",
}: Asked): { task: Task; turns: readonly Turn[] }[] {
  const order = shares.flatMap(([skill, share]) => Array.from({ length: share }, () => skill));
  return Array.from({ length: count }, (_, number) => {
    // Skills come in turn, so that any hundred has them all; the step is prime to a hundred.
    const skill = order[(number * 37) % order.length] ?? "read";
    return taskOf(skill, language, seed, number);
  });
}

function taskOf(skill: Skill, language: Language, seed: number, number: number) {
  const chance = chanceOf(0x40000000 + seed * 1_000_003 + number * 2 + (language === "en" ? 0 : 1));
  const scene: Scene = {
    chance,
    language,
    names: namesFor(chance, "evaluation"),
    world: createWorld(),
    memory: {},
    real: true,
  };
  const { files, turns } = makers[skill](scene, chance);
  const task: Task = {
    id: `${language}-${skill}-${seed}-${number}`,
    skill,
    language,
    steps: Math.max(...turns.map(({ parts }) => parts.filter(({ kind }) => kind === "call").length)),
    files,
    turns: turns.map(asked),
    filesAfter: scene.world.snapshot(),
  };
  return { task, turns };
}

type Made = { files: Record<string, string>; turns: Turn[] };

/** The files as they are once everything that the turn needs is there and nothing was done. */
function plain(kind: ActionKind): (scene: Scene) => Made {
  return (scene) => {
    const action = pickAction(scene, [kind]);
    const files = scene.world.snapshot();
    return { files, turns: [orderTurn(scene, [action])] };
  };
}

const makers: Readonly<Record<Skill, (scene: Scene, chance: Chance) => Made>> = {
  greet: (scene) => ({ files: {}, turns: [greetTurn(scene)] }),
  unable: (scene) => ({ files: {}, turns: [unableTurn(scene)] }),
  list: plain("list"),
  read: plain("read"),
  search: plain("search"),
  rename: plain("rename"),
  replace: plain("replace"),
  set: plain("set"),
  insert: plain("insert"),
  create: plain("create"),
  run: plain("run"),
  trouble: plain("trouble"),
  chain: (scene, chance) => {
    const kinds = chance.pick<readonly ActionKind[]>([
      ["everywhere"],
      ["everywhere", "run"],
      ["rename", "run"],
      ["replace", "run"],
      ["set", "run"],
      ["insert", "read"],
      ["create", "run", "search"],
      ["read", "create", "run"],
      ["search", "rename"],
      ["list", "read", "create"],
    ]);
    const actions = kinds.map((kind, at) =>
      at === 0 ? pickAction(scene, [kind]) : reusingAction(scene, kind),
    );
    const files = scene.world.snapshot();
    return { files, turns: [orderTurn(scene, actions)] };
  },
  denied: (scene, chance) => {
    const kinds = [chance.pick<ActionKind>(["rename", "replace", "create", "run"])];
    const action = pickAskingAction(scene, kinds);
    const files = scene.world.snapshot();
    return { files, turns: [deniedTurn(scene, action, () => scene.world.restore(files))] };
  },
  refer: (scene, chance) => {
    const action = pickAction(scene, [
      chance.pick<ActionKind>(["rename", "rename", "read", "create", "run"]),
    ]);
    const files = scene.world.snapshot();
    const first = orderTurn(scene, [action]);
    const second = referTurn(scene);
    return { files, turns: second ? [first, second] : [first] };
  },
};

function asked({ user, denied, says, parts }: Turn): TaskTurn {
  const calls = parts.flatMap((part) => (part.kind === "call" ? [part.exchange] : []));
  return {
    user,
    denies: denied,
    calls: calls.map(({ tool, arguments: given }) => ({ tool, with: named(given) })),
    says: says.filter((word) => word !== ""),
  };
}

/** What a call is about; how an edit spells its change, the folder shows. */
function named(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { path, pattern, command } = given;
  return Object.fromEntries(
    Object.entries({ path, pattern, command }).filter(([, value]) => value !== undefined),
  );
}
