import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { phaseSentence } from "../../src/session-lines/phase-sentence.ts";

it("tells how long a server that named a time is still waited for, with its words", async () => {
  const wait = { phase: "queued", said: "slow down", remainingMs: 12_400 } as const;
  expect(phaseSentence(wait, await speaker("en"))).toBe(
    "waiting for the model, asked again in 13 s: the server says “slow down”",
  );
  expect(phaseSentence(wait, await speaker("zh-CN"))).toContain("13 秒后再问");
});
