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
    const listed = await screen.tell("/model", /model ›[\s\S]*kestrel-nano/);
    expect(listed).toMatch(/▸ \* falcon-32b {2,}http/);
    expect(listed).toMatch(/ {4}merlin-7b {2,}http/);
    expect(listed).toMatch(/ {4}kestrel-nano {2,}comes with Kestrel/);
    await screen.type("merlin");
    await screen.shows(/model › merlin\n {2}▸ merlin-7b/);
    await screen.press("Enter");
    await screen.shows("In use now: merlin-7b");
    await screen.tell("/model 1", /› \/model 1\nIn use now: falcon-32b/);
    await screen.tell("/model 2", /› \/model 2\nIn use now: merlin-7b/);
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
    await screen.shows("Continuing ");
    const refused = await screen.tell("and now?", /model ›[\s\S]*▸[\s\S]*merlin-7b/);
    expect(refused).toContain("This session used falcon-32b. merlin-7b is in use now");
    expect(server.chats).toHaveLength(1);
    await screen.type("merlin");
    await screen.shows(/model › merlin\n {2}▸ \* merlin-7b/);
    await screen.press("Enter");
    await screen.shows("I am merlin-7b.");
    expect(server.chats.at(-1)?.body).toContain("and now?");
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
      const listed = await screen.tell("/model", /model ›[\s\S]*own-q4_k_m/);
      expect(listed).toContain("own-q4_k_m");
      expect(listed).not.toContain("Instruct");
    },
  );

  it.skipIf(testEngine === undefined)("says of a small window which setting made it", async () => {
    const home = await kestrelHome({ scripts: standardScripts });
    const screen = await tmuxScreen(home, ["--model", home.model, "--window", "8192"], {}, 110);
    await screen.shows(/Model: model\n--window sets its window to 8,192 tokens/);
    const shown = await screen.tell(
      "/model",
      /\(ready\)[\s\S]*--window sets its window to 8,192 tokens[\s\S]*model ›/,
    );
    expect(shown).not.toContain("has no larger window");
  });

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
