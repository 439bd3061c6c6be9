import { expect, it } from "vitest";
import { english } from "../../src/i18n/en.ts";
import { speaker } from "../../src/i18n/say.ts";
import { withoutSecrets } from "../../src/terminal/without-secrets.ts";

it("leaves out of a printed failure what looks like a secret, and what this program was given as one", () => {
  const key = `sk-${"a1B2".repeat(8)}`;
  const environment = { MY_API_KEY: "correct horse", HOME: "/home/me", TOKEN: "short" };
  expect(withoutSecrets(`401 for ${key} of /home/me, correct horse, short`, environment)).toBe(
    "401 for [left out] of /home/me, [left out], short",
  );
});

it("does so in every sentence that repeats somebody else's words", async () => {
  const say = await speaker("en");
  const key = `sk-${"a1B2".repeat(8)}`;
  expect(Object.keys(english)).toContain("error.unreachable");
  const said = say("error.engine_start_failed", { detail: `bad flag --api-key ${key}` } as never);
  expect(said).toContain("bad flag");
  expect(said).not.toContain(key);
});
