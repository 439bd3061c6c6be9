import { describe, expect, it } from "vitest";
import { playScene } from "./play-scene.ts";
import type { Scene } from "./scene.ts";
import { breakScenes } from "./scenes/breaks.ts";
import { callScenes } from "./scenes/calls.ts";
import { ollamaScenes } from "./scenes/ollama-lines.ts";
import { faultsOfPeers, peerScenes } from "./scenes/peers.ts";
import { refusalScenes } from "./scenes/refusals.ts";
import { thinkingScenes } from "./scenes/thinking.ts";
import { wordScenes } from "./scenes/words.ts";
import { expectSoundHistories } from "./sound-history.ts";

const mostRequests = 3;
const chapters: Readonly<Record<string, readonly Scene[]>> = {
  "words, however they are framed": wordScenes,
  "calls, in all their shapes": callScenes,
  "thinking, wherever it comes": thinkingScenes,
  "Ollama's own lines": ollamaScenes,
  "answers that are no stream": refusalScenes,
  "streams that break": breakScenes,
  "what broke other agents": peerScenes,
};

for (const [chapter, scenes] of Object.entries(chapters)) {
  describe(chapter, () => {
    const played = scenes.flatMap((scene) => scene.kinds.map((kind) => ({ name: scene.name, kind, scene })));
    it.concurrent.each(played)("$kind: $name", async ({ kind, scene }) => {
      const outcome = await playScene(scene, kind);
      const { end } = outcome;
      expect({ reason: end.reason, code: end.failure?.code }).toEqual({
        reason: scene.ends,
        code: typeof scene.code === "function" ? scene.code(kind) : scene.code,
      });
      expect(outcome.requests).toBe(scene.requests);
      if (!scene.beyondThree) expect(outcome.requests).toBeLessThanOrEqual(mostRequests);
      expect(outcome.said).toBe(scene.says ?? "All done.");
      expect(outcome.thought).toBe(scene.thinks ?? "");
      expect(outcome.ran).toEqual(scene.ran ?? []);
      expect(outcome.rejected).toBe(scene.rejected ?? 0);
      // A window that a refusal named is believed from then on.
      const next = scene.ends === "context_full" ? ["done", "context_full"] : ["done"];
      expect(next, "the next message").toContain(outcome.nextEnd.reason);
      expectSoundHistories(kind, outcome.heard);
    });
  });
}

describe("the torture suite", () => {
  it("goes beyond three requests where it says why, and nowhere else", () => {
    const beyond = Object.values(chapters)
      .flat()
      .filter(({ beyondThree }) => beyondThree !== undefined);
    expect(beyond.map(({ name }) => name)).toEqual([
      "500 for ever",
      "502 for ever",
      "503 for ever: it loads",
      "503 for ever: it is busy",
      "one schema that no grammar takes, among good ones",
      "reset before the head, for ever",
      "doom_loop",
    ]);
    expect(beyond.every(({ requests }) => requests > mostRequests)).toBe(true);
  });

  it("has every fault that broke six other agents, by its name, against all kinds that can have it", () => {
    const named = new Map(peerScenes.map(({ name, kinds }) => [name, kinds.length]));
    expect(faultsOfPeers.filter((fault) => (named.get(fault) ?? 0) < 3)).toEqual([]);
  });

  it("has at least eighty scenes, each with a name of its own in its chapter", () => {
    const scenes = Object.values(chapters).flat();
    expect(scenes.length).toBeGreaterThanOrEqual(80);
    for (const chapter of Object.values(chapters))
      expect(new Set(chapter.map(({ name }) => name)).size).toBe(chapter.length);
  });
});
