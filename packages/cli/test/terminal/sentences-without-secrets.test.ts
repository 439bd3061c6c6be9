import { expect, it } from "vitest";
import { english } from "../../src/i18n/en.ts";
import { speaker } from "../../src/i18n/say.ts";

it("does so in every sentence that repeats somebody else's words", async () => {
  const say = await speaker("en");
  const key = `sk-${"a1B2".repeat(8)}`;
  expect(Object.keys(english)).toContain("error.unreachable");
  const said = say("error.engine_start_failed", { detail: `bad flag --api-key ${key}` } as never);
  expect(said).toContain("bad flag");
  expect(said).not.toContain(key);
});
