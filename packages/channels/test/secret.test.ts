import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { callApi } from "../src/adapters/json-api.ts";
import { readSecret } from "../src/host/read-secret.ts";

it.each<[string, "token" | "password", boolean]>([
  ["xapp-1 xoxb-2\n", "token", true],
  ["first\nsecond\n", "token", false],
  ["clé", "token", false],
  ["clé à 4", "password", true],
  ["first\r\nsecond", "password", false],
  ["first\u2028second", "password", false],
])("%j as a %s: %s", async (text, kind, isGood) => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-secret-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const token_file = join(folder, "token");
  await writeFile(token_file, text, { mode: 0o600 });
  const ofFile = await readSecret({ token_file }, {}, kind);
  const ofVariable = await readSecret({ token_env: "TOKEN" }, { TOKEN: text }, kind);
  expect(ofFile).toEqual(isGood ? { secret: text.trim() } : { why: "secret_form", detail: token_file });
  expect(ofVariable).toEqual(isGood ? { secret: text.trim() } : { why: "secret_form", detail: "TOKEN" });
});

it("does not stand in the error of a request that cannot be made", async () => {
  const failure = await callApi("http://127.0.0.1:9", "Bot first\nsecond").catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "ChannelFault", message: "the request failed" });
});
