import { repairArguments } from "@kestrel/core/landing";
import { callsTool, type ScriptedReply, says } from "@kestrel/core/testing";
import type { PromptMessage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { rounds } from "../../test/soaking.ts";
import { pickAction } from "../src/actions/pick-action.ts";
import { chanceOf } from "../src/chance.ts";
import { toolNames } from "../src/chat/render.ts";
import { conversation } from "../src/conversation.ts";
import type { Scene } from "../src/scene.ts";
import { deniedTurn, pickAskingAction } from "../src/turns/denied-turn.ts";
import { orderTurn } from "../src/turns/order-turn.ts";
import type { Turn } from "../src/turns/turn.ts";
import { namesFor } from "../src/words/names.ts";
import { createWorld } from "../src/world/world.ts";
import { playScene } from "./play-scene.ts";

const seeds = Array.from({ length: rounds(100, 350) }, (_, number) => 900_000_000 + number);

/** One turn of the corpus whose commands a real shell can run, and the folder before it. */
function turnOf(seed: number): { turn: Turn; files: Record<string, string> } {
  const chance = chanceOf(seed);
  const names = namesFor(chance, "training");
  const language = chance.pick(["en", "zh-CN"] as const);
  const scene: Scene = { chance, language, names, world: createWorld(), memory: {}, real: true };
  if (chance.maybe(0.1)) {
    const action = pickAskingAction(scene, ["rename", "replace", "create", "run"]);
    const files = scene.world.snapshot();
    return { files, turn: deniedTurn(scene, action, () => scene.world.restore(files)) };
  }
  const actions = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => pickAction(scene));
  const files = scene.world.snapshot();
  return { files, turn: orderTurn(scene, actions) };
}

const replyOf = (part: Turn["parts"][number]): ScriptedReply[] => {
  switch (part.kind) {
    case "call":
      return [[callsTool(part.exchange.tool, part.exchange.arguments)]];
    case "words":
      return [[says(part.text)]];
    case "reminder":
      return [];
    default:
      part satisfies never;
      return [];
  }
};

/** What Kestrel itself said after the user's message: answers of tools, and reminders. */
const heardIn = (messages: readonly PromptMessage[]) =>
  messages.slice(2).flatMap(({ role, content }) => (role === "assistant" ? [] : [`${role}: ${content}`]));

const heardOf = ({ parts }: Turn) =>
  parts.flatMap((part) => {
    if (part.kind === "words") return [];
    return [part.kind === "call" ? `tool: ${part.exchange.answer}` : `user: ${part.text}`];
  });

async function heardFor(
  name: string,
  turn: Turn,
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const denies = turn.denied === true ? {} : undefined;
  return heardIn(await playScene({ name, files, replies: turn.parts.flatMap(replyOf), denies }));
}

describe("a conversation of the corpus", () => {
  it.each(seeds)("reads as it would with the real loop and the real tools (%i)", async (seed) => {
    const { turn, files } = turnOf(seed);
    expect(await heardFor(`${seed}`, turn, files)).toEqual(heardOf(turn));
  });
});

describe("the calls of the corpus", () => {
  it("are of Kestrel's tools and fit their own schemas", async () => {
    const specs = new Map((await workplace()).tools.map(({ spec }) => [spec.name, spec.parameters]));
    expect(toolNames).toEqual([...specs.keys()].slice(0, toolNames.length));
    const used = new Set<string>();
    for (const seed of Array.from({ length: 500 }, (_, number) => 700_000_000 + number)) {
      for (const { parts } of conversation(seed)) {
        for (const part of parts) {
          if (part.kind !== "call") continue;
          const { tool, arguments: given } = part.exchange;
          used.add(tool);
          expect(repairArguments(JSON.stringify(given), specs.get(tool))).toEqual({ ok: true, value: given });
          expect(Object.keys(given).every((name) => name in Object(specs.get(tool)?.properties))).toBe(true);
        }
      }
    }
    expect([...used].sort()).toEqual(["edit", "read", "search", "shell", "write"]);
  });
});
