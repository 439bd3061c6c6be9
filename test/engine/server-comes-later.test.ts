import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { type KestrelHome, kestrelHome, program } from "../terminal/kestrel-home.ts";

/** `kestrel serve` with these words, and what it has printed so far. */
function serving(home: KestrelHome, words: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [program, "serve", ...words], {
    cwd: home.workspace,
    env: home.environment,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => {
      printed += bytes.toString();
    });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  return { child, printed: () => printed };
}

it("serve waits for a model server that is started later, keeps its link, and remembers it", async () => {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  server.answers("GET /v1/models", { object: "list", data: [{ id: "falcon-32b" }] });
  server.otherwise(() => ({ body: said("Yes.") }));
  await server.goesAway();
  const home = await kestrelHome({});
  const first = serving(home, ["--url", server.url]);
  await expect.poll(first.printed).toContain("Kestrel waits for this server");
  expect(first.printed()).toContain(server.url);
  expect(first.printed()).toContain("--url");
  const [, base = "", link = ""] =
    /(http:\/\/127\.0\.0\.1:\d+)(\/login\?link=\S+)/.exec(first.printed()) ?? [];
  expect((await fetch(base + link)).status).toBe(200);
  expect(first.child.exitCode).toBeNull();
  await server.comesBack();
  await expect.poll(first.printed).toContain("Model: falcon-32b");
  first.child.kill("SIGTERM");
  await once(first.child, "exit");
  // Named once, it is the model of the next start.
  const second = serving(home, []);
  await expect.poll(second.printed).toContain("Model: falcon-32b");
});
