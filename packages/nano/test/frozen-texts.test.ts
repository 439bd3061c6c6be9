import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TrainedTexts } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { nanoTexts, nanoTraits, trainedTexts } from "@kestrel/nano";
import type { PromptMessage } from "@kestrel/protocol";
import { describeMachine } from "@kestrel/tools";
import { describe, expect, it } from "vitest";
import { workplace } from "../../tools/test/fixtures/workplace.ts";
import { played, playScene } from "./play-scene.ts";
import { scenes } from "./scenes.ts";

/**
 * What kestrel-nano was sent when it was trained last (2026-11-27), by heading. It is written anew behind a training alone:
 * KESTREL_FREEZE_TEXTS=1.
 */
const file = join(import.meta.dirname, "frozen-texts.snapshot");
const wayOut =
  "the product's words moved, and this one reaches kestrel-nano: give it a text of its own in packages/nano/src/texts.ts, as it was";

function frozen(): ReadonlyMap<string, string> {
  const [, ...sections] = `\n${readFileSync(file, "utf8")}`.split("\n=== ");
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end + 1).trimEnd()];
    }),
  );
}

/** The words that are not the model's own, marked with who says them; the first message is the user's. */
function said(message: PromptMessage, place: number): string[] {
  switch (message.role) {
    case "system":
      return [];
    case "assistant": {
      const calls = (message.calls ?? []).map(({ name, arguments: text }) => `> ${name} ${text}`);
      return message.content === "" ? calls : [`> ${message.content}`, ...calls];
    }
    case "user":
      return place === 1 ? [] : ["[reminder]", message.content];
    case "tool":
      return [message.content];
    default:
      message satisfies never;
      return [];
  }
}

/** A session whose window fills; folding its outputs is enough, or it is not. */
async function fullWindow(texts = trainedTexts): Promise<{ folded: string; summed: string }> {
  const long = Array.from({ length: 120 }, (_, line) => `line ${line}`).join("\n");
  const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: long }) });
  const common = { traits: nanoTraits, texts, window: 4_096 };
  const folding = await givenSession({
    ...common,
    replies: [
      ...Array.from({ length: 24 }, (_, at) => [callsTool("read", { path: `${at}` })]),
      [says("Done.")],
    ],
    tools: [read],
  });
  await folding.says("Read them all.");
  const answers = folding.backend.prompts.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
  const speaking = await givenSession({
    ...common,
    replies: Array.from({ length: 14 }, () => [says(long.slice(0, 1_000))]),
  });
  for (let at = 1; at <= 14; at += 1) await speaking.says(`Tell me part ${at}.`);
  const [compacted] = speaking.bodies("context.compacted");
  return { folded: answers[0]?.content ?? "", summed: compacted?.summary ?? "" };
}

async function asSent(): Promise<Map<string, string>> {
  const sections = new Map<string, string>();
  const [first] = scenes;
  const opened = first && (await played(first)).backend.prompts[0];
  sections.set("system", opened?.messages[0]?.content ?? "");
  for (const spec of opened?.tools ?? []) sections.set(`tool ${spec.name}`, JSON.stringify(spec, null, 1));
  for (const [name, text] of Object.entries(nanoTexts.prompts)) sections.set(`prompt ${name}`, text);
  sections.set("a skill", nanoTexts.skill("name", "place/name"));
  for (const scene of scenes)
    sections.set(scene.name, (await playScene(scene)).flatMap(said).join("\n").trimEnd());
  const { folded, summed } = await fullWindow();
  sections.set("a full window: a folded answer", folded);
  sections.set("a full window: what the user also said", summed);
  return sections;
}

describe("what kestrel-nano is sent", () => {
  it("is what it was trained on, whatever the product says by now", async () => {
    const now = await asSent();
    if (process.env.KESTREL_FREEZE_TEXTS === "1")
      writeFileSync(file, [...now].map(([name, text]) => `=== ${name}\n${text}\n`).join("\n"));
    expect(Object.fromEntries(now), wayOut).toEqual(Object.fromEntries(frozen()));
  });

  it("comes from its own texts: each of them is asked for where the product has words of its own", async () => {
    const asked = new Set<string>();
    const watched = new Proxy(nanoTexts, {
      get: (texts, key: keyof TrainedTexts) => {
        asked.add(key);
        return texts[key];
      },
    });
    for (const scene of scenes) await playScene(scene, { "kestrel-nano": watched });
    await fullWindow({ "kestrel-nano": watched });
    // Those that a person calls by name come with the library: packages/store/test/prompts.
    const called = ["prompts", "skill"];
    expect([...asked, ...called].sort()).toEqual(Object.keys(nanoTexts).sort());
  });

  it("has a note on the machine that its chat template still leaves out, by its first word and its last line", async () => {
    const place = await workplace();
    await place.put("notes.txt", "");
    const note = await describeMachine(place.root);
    expect(note.startsWith("System: ")).toBe(true);
    expect(note).not.toContain("\n\n");
  });
});
