import { expect, it } from "vitest";
import { withoutSecrets } from "../src/without-secrets.ts";

it("leaves out of a failure what looks like a secret, and what this program was given as one", () => {
  const key = `sk-${"a1B2".repeat(8)}`;
  const environment = { MY_API_KEY: "correct horse", HOME: "/home/me", TOKEN: "short" };
  expect(withoutSecrets(`401 for ${key} of /home/me, correct horse, short`, environment)).toBe(
    "401 for [left out] of /home/me, [left out], short",
  );
});
