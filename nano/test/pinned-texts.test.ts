import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtInPrompts, skillText } from "@kestrel/core";
import type { PromptMessage } from "@kestrel/protocol";
import { describeMachine } from "@kestrel/tools";
import { describe, expect, it } from "vitest";
import { workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { toolNames } from "../src/chat/render.ts";
import { playScene } from "./play-scene.ts";
import { productScenes } from "./product-scenes.ts";

/**
 * The words of the product that the corpus of kestrel-nano is made from, as they were when it was trained last.
 * KESTREL_PIN_TEXTS=1 writes them anew.
 */
const file = join(import.meta.dirname, "pinned-texts.snapshot");
const movedOn =
  "the product's words have moved on: kestrel-nano is due for a new training (nano/README.md), then update the snapshot with KESTREL_PIN_TEXTS=1";

/** What was pinned, by heading. */
function pinned(): ReadonlyMap<string, string> {
  if (!existsSync(file)) return new Map();
  const [, ...sections] = `\n${readFileSync(file, "utf8")}`.split("\n=== ");
  return new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end + 1).trimEnd()];
    }),
  );
}

/** Tools, machine and scenes as they are now, by heading. */
async function asTheyAre(): Promise<Map<string, string>> {
  const place = await workplace();
  const sections = new Map<string, string>();
  const known = place.tools.filter(({ spec }) => toolNames.includes(spec.name));
  for (const { spec } of known) sections.set(`tool ${spec.name}`, JSON.stringify(spec, null, 1));
  for (const [name, { text }] of Object.entries(builtInPrompts)) sections.set(`prompt ${name}`, text);
  sections.set(
    "a skill",
    skillText({ name: "name", shown: "place/name", text: "Words.", beside: [] }, 16_000),
  );
  await place.put("notes.txt", "");
  await place.put("src/answer.js", "");
  sections.set("the note on the machine", withoutMachine(await describeMachine(place.root)));
  for (const scene of productScenes) {
    const messages = await playScene(scene);
    sections.set(scene.name, messages.flatMap(told).join("\n").trimEnd());
  }
  return sections;
}

/** System, shell and date differ from machine to machine; the form of the note does not. */
function withoutMachine(note: string): string {
  return note
    .replace(/^System: .*, shell \w+/, "System: SYSTEM (ARCHITECTURE), shell sh")
    .replace(/\d{4}-\d\d-\d\d/, "DATE");
}

/** The product's own words, marked with who hears them; the first message is the user's. */
function told(message: PromptMessage, place: number): string[] {
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

describe("the words that kestrel-nano was trained on", () => {
  it("are still those of the product", async () => {
    const now = await asTheyAre();
    if (process.env.KESTREL_PIN_TEXTS === "1") {
      writeFileSync(file, [...now].map(([name, text]) => `=== ${name}\n${text}\n`).join("\n"));
    }
    expect(Object.fromEntries(now), movedOn).toEqual(Object.fromEntries(pinned()));
  });
});
