import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { testEngine, testTmux } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

async function startServer(names: readonly string[], key?: string): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  if (key !== undefined) server.wants(key);
  server.answers("GET /v1/models", { object: "list", data: names.map((id) => ({ id })) });
  server.otherwise(({ body }) => ({ body: said(`I am ${String(JSON.parse(body).model)}.`) }));
  return server;
}

describe.skipIf(testTmux === undefined)("/model in a terminal", () => {
  it("lists what there is, chooses by number, and the session goes on with that", async () => {
    const server = await startServer(["falcon-32b", "merlin-7b"]);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, [], {}, 110);
    await screen.shows("›");
    await screen.tell(`/model ${server.url} falcon-32b`, "In use now: falcon-32b");
    await screen.tell("who are you?", "I am falcon-32b.");
    const listed = await screen.tell("/model", "/model N uses another");
    expect(listed).toMatch(/\* {2}1 {2}falcon-32b {4}http/);
    expect(listed).toMatch(/ {2}2 {2}merlin-7b/);
    expect(listed).toMatch(/3 {2}kestrel-nano {2}comes with Kestrel/);
    await screen.tell("/model 2", "In use now: merlin-7b");
    await screen.tell("and now?", "I am merlin-7b.");
    await screen.tell("/model no-such-model", "There is no model no-such-model");
    await screen.press("C-d");
    await screen.shows("ended 0");
    const again = await tmuxScreen(home, [], {}, 110);
    await again.shows("Model: merlin-7b");
  });

  it("says that another model is in use than a session's, and goes on after a yes", async () => {
    const server = await startServer(["falcon-32b", "merlin-7b"]);
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, [], {}, 110);
    await screen.shows("›");
    await screen.tell(`/model ${server.url} falcon-32b`, "In use now: falcon-32b");
    await screen.tell("who are you?", "I am falcon-32b.");
    await screen.enter("/new");
    await screen.tell("/model merlin-7b", "In use now: merlin-7b");
    await screen.enter("/resume 1");
    const refused = await screen.tell("and now?", "/model accept");
    expect(refused).toContain("This session was held with falcon-32b. merlin-7b is in use now");
    expect(server.chats).toHaveLength(1);
    await screen.tell("/model accept", "I am merlin-7b.");
  });

  it.skipIf(testEngine === undefined)(
    "knows a file by the beginning of its name, and calls it nothing else",
    async () => {
      const server = await startServer(["falcon-32b"]);
      const home = await kestrelHome({});
      const path = join(home.dataFolder, "..", "own-q4_k_m.gguf");
      await writeScriptedModel(path, standardScripts, { name: "Own Instruct GGUF" });
      const screen = await tmuxScreen(home, [], {}, 140);
      await screen.shows("›");
      await screen.tell(`/model ${path}`, "In use now");
      await screen.tell("hello", "my plain answer");
      await screen.tell(`/model ${server.url} falcon-32b`, "In use now: falcon-32b");
      await screen.tell("and now?", "I am falcon-32b.");
      await screen.tell("/model own", /\/model own\n[\s\S]*In use now: own-q4_k_m/);
      const listed = await screen.tell("/model", "/model N uses another");
      expect(listed).toContain("own-q4_k_m");
      expect(listed).not.toContain("Instruct");
    },
  );

  it("takes a key from a variable of the terminal's environment", async () => {
    const server = await startServer(["osprey-9b"], "s3cret");
    const home = await kestrelHome({});
    const screen = await tmuxScreen(home, [], { MY_KEY: "s3cret" }, 110);
    await screen.shows("›");
    await screen.tell(`/model ${server.url}`, /key/);
    await screen.tell(`/model ${server.url} $MY_KEY`, "In use now: osprey-9b");
    expect(await screen.text()).not.toContain("s3cret");
  });
});
