import { callsTool, type ScriptedReply, says } from "@kestrel/core/testing";
import type { PromptMessage } from "@kestrel/protocol";
import { repairArguments } from "@kestrel/tool-calls";
import { describe, expect, it } from "vitest";
import { playScene } from "../../packages/nano/test/play-scene.ts";
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
import { productTexts } from "../src/world/product-texts.ts";
import { createWorld } from "../src/world/world.ts";

const seeds = Array.from({ length: rounds(100, 350) }, (_, number) => 900_000_000 + number);

/** One turn of the corpus whose commands a real shell can run, and the folder before it. */
function turnOf(seed: number): { turn: Turn; files: Record<string, string> } {
  const chance = chanceOf(seed);
  const language = chance.pick(["en", "zh-CN"] as const);
  const names = namesFor(chance, language);
  const scene: Scene = {
    chance,
    language,
    names,
    world: createWorld(),
    memory: {},
    mixture: "usual",
    real: true,
  };
  if (chance.maybe(0.15)) {
    const action = pickAskingAction(scene, ["rename", "replace", "create", "run", "move"]);
    const files = scene.world.snapshot();
    const planned = chance.maybe(0.4);
    return { files, turn: deniedTurn(scene, action, () => scene.world.restore(files), planned) };
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
  const mode = turn.planned === true ? "plan" : undefined;
  return heardIn(await playScene({ name, files, replies: turn.parts.flatMap(replyOf), denies, mode }));
}

describe("a conversation of the corpus", () => {
  it.each(seeds)("reads as it would with the real loop and the real tools (%i)", async (seed) => {
    const { turn, files } = turnOf(seed);
    expect(await heardFor(`${seed}`, turn, files)).toEqual(heardOf(turn));
  });
});

describe("an answer that has no room", () => {
  it("is cut as the real tools cut it: names, lines and hits", async () => {
    const room = 900;
    const place = await workplace({}, room);
    const world = createWorld(room);
    const put = async (path: string, lines: readonly string[]) => {
      world.add(path, lines);
      await place.put(path, lines.map((line) => `${line}\n`).join(""));
    };
    for (let number = 100; number < 112; number += 1) await put(`few/${number}.md`, ["here"]);
    for (let number = 100; number < 180; number += 1) await put(`many/page-number-${number}.md`, ["nothing"]);
    await put(
      "long.txt",
      Array.from({ length: 90 }, (_, number) => `line ${number} of needles`),
    );
    await put("few/one-more.md", []);
    for (const path of ["few", "many", "long.txt", "few/one-more.md", "few/100.md"]) {
      expect((await place.run("read", { path })).content, path).toBe(world.read(path).text);
    }
    for (const pattern of ["Here", "here"]) {
      expect((await place.run("search", { pattern })).content, pattern).toBe(world.search(pattern).text);
    }
    await put("wide/a.txt", ["hay and some more words that take room, ".repeat(4)]);
    for (let number = 0; number < 9; number += 1)
      await put(`wide/b${number}.txt`, [`hay ${"and words ".repeat(12)}`]);
    expect((await place.run("search", { pattern: "hay" })).content).toBe(world.search("hay").text);
    expect(world.search("hay").text).toContain("[only the first");
  });
});

describe("a request for notes", () => {
  it("is answered under the headings that it names", () => {
    const asked = productTexts.summaryRequest(0).slice(0, 60);
    const notes = Array.from({ length: 3_000 }, (_, number) => conversation(600_000_000 + number)).flatMap(
      (turns) => {
        const last = turns.at(-1)?.parts.at(-1);
        const request = turns.at(-1)?.user.startsWith(asked);
        return request && last?.kind === "words" ? [last.text] : [];
      },
    );
    expect(notes.length).toBeGreaterThan(5);
    for (const text of notes) expect(text).toMatch(/^## Task\n.+\n## Constraints\n[\s\S]+## Next steps\n.+$/);
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
