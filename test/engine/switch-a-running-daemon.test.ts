import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testTmux } from "../machine.ts";
import { homeIn, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

async function startServer(...names: string[]): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  server.answers("GET /v1/models", { object: "list", data: names.map((id) => ({ id })) });
  server.otherwise(() => ({ body: said("Yes.") }));
  return server;
}

async function given() {
  const [falcon, merlin] = [await startServer("falcon-32b"), await startServer("merlin-7b")];
  const daemon = await startTestDaemon({});
  await daemon.client.call("loadModel", { body: { url: falcon.url } });
  const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
  const label = async () => (await daemon.client.call("status")).engine.label;
  return { falcon, merlin, daemon, home, label };
}

describe("models load where no daemon runs", () => {
  it("starts one that stays and has the model; where the server is away, none is left", async () => {
    const home = await kestrelHome({});
    const [falcon, gone] = [await startServer("falcon-32b"), await startServer("merlin-7b")];
    await gone.stop();
    expect((await kestrel(home, ["models", "load", gone.url])).code).toBe(4);
    expect((await kestrel(home, ["models", "ps"])).code).toBe(1);
    expect((await kestrel(home, ["models", "load", falcon.url])).code).toBe(0);
    const { code, out } = await kestrel(home, ["models", "ps"]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("falcon-32b") });
  });
});

describe("start and serve beside a daemon that runs", () => {
  it.each(["start", "serve"])(
    "%s names the exact command that switches it, and ends with 3",
    async (command) => {
      const { merlin, daemon, home, label } = await given();
      const words = [command, ...(command === "start" ? ["--no-open"] : []), "--url", merlin.url];
      const { code, err } = await kestrel(home, words, { input: "" });
      expect(code).toBe(3);
      expect(err).toContain(`Kestrel (pid ${daemon.pid}) is running with falcon-32b.`);
      const line = /`(.*models load .*)`/s.exec(err.replaceAll("\n", " "))?.[1];
      expect(line).toMatch(new RegExp(`models load ${merlin.url}$`));
      expect(await label()).toBe("falcon-32b");
      expect((await kestrel(home, ["models", "load", merlin.url])).code).toBe(0);
      expect(await label()).toBe("merlin-7b");
    },
  );

  it("one that has it already is led to", async () => {
    const { falcon, daemon, home } = await given();
    const { code, out } = await kestrel(home, ["start", "--no-open", "--url", falcon.url], { input: "" });
    expect(code).toBe(0);
    expect(out).toContain(`Kestrel is already running (pid ${daemon.pid})`);
    expect(out).toMatch(/stop` stops Kestrel\./);
    expect(out).not.toContain("Ctrl-C");
  });

  it("names none for a server that does not answer: that is said, and ends with 4", async () => {
    const { merlin, home, label } = await given();
    await merlin.stop();
    for (const command of ["start", "serve"]) {
      const words = [command, ...(command === "start" ? ["--no-open"] : []), "--url", merlin.url];
      const { code, err } = await kestrel(home, words, { input: "" });
      expect(code).toBe(4);
      expect(err).toContain(`Cannot connect to ${merlin.url}`);
      expect(err).not.toContain("models load");
    }
    const file = await kestrel(home, ["serve", "--model", "/no/such.gguf"], { input: "" });
    expect(file.code).toBe(4);
    expect(file.err).not.toContain("models load");
    expect(await label()).toBe("falcon-32b");
  });

  it("a server with several models is asked for one by its name, in a command that can be copied", async () => {
    const { home, label } = await given();
    const { url } = await startServer("big one", "small");
    const flat = (text: string) => text.replaceAll(/\s+/g, " ");
    for (const words of [
      ["start", "--no-open", "--url", url],
      ["models", "load", url],
      ["models", "load", url, "smal"],
    ]) {
      const { code, err } = await kestrel(home, words, { input: "" });
      expect(code).toBe(4);
      expect(flat(err)).toMatch(
        new RegExp(`It has: big one, small\\. Choose one: \`.*models load ${url} 'big one'\``),
      );
    }
    const told = await kestrel(home, ["serve", "--url", url, "--model", "small"], { input: "" });
    expect(told.code).toBe(3);
    expect(flat(told.err)).toMatch(new RegExp(`models load ${url} small\``));
    expect(await label()).toBe("falcon-32b");
    expect((await kestrel(home, ["models", "load", url, "small"])).code).toBe(0);
    expect(await label()).toBe("small");
    expect((await kestrel(home, ["models", "ps"])).out).toContain("small: ready");
    expect((await kestrel(home, ["models", "load", "small", "more"])).code).toBe(2);
    // Now it is in use, and told so.
    const led = await kestrel(home, ["start", "--no-open", "--url", url, "--model", "small"], { input: "" });
    expect(led.code).toBe(0);
  });

  it("a loadout wants a new start, and the command for that is told", async () => {
    const { home } = await given();
    const { code, err } = await kestrel(home, ["start", "--no-open", "--loadout", "home"], { input: "" });
    expect(code).toBe(3);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(/ stop; .* start --loadout home`/);
  });

  it("where none runs, --url with --model names the model there, whatever the user's file says", async () => {
    const { url } = await startServer("big", "small");
    const home = await kestrelHome({ config: '[model]\npath = "/no/such.gguf"\n' });
    const unnamed = await kestrel(home, ["run", "hello", "--url", url]);
    expect(unnamed.code).toBe(4);
    const words = ["run", "hello", "--url", url, "--model", "small", "--window", "32768"];
    const { code, out } = await kestrel(home, words);
    expect(out).toContain("Yes.");
    expect(code).toBe(0);
    // The next start has the same model, and as much of it.
    await expect
      .poll(() => readFile(join(home.dataFolder, "last-model.json"), "utf8"))
      .toMatch(/"model": "small"[\s\S]*"window": 32768/);
    const serving = await kestrel(home, ["serve", "--port", "0", "--url", url], { input: "" });
    expect(serving.code).toBe(4);
    expect(serving.err.replaceAll(/\s+/g, " ")).toMatch(
      new RegExp(`Choose one: \`.*serve --port 0 --url ${url} --model big\``),
    );
  });

  describe.skipIf(testTmux === undefined)("at a terminal", () => {
    it("the person is asked, and a yes switches it", async () => {
      const { merlin, home, label } = await given();
      const screen = await tmuxScreen(home, ["start", "--no-open", "--url", merlin.url], {}, 120);
      await screen.shows("Switch it to");
      await screen.enter("y");
      await screen.shows("ended 0");
      expect(await screen.text()).toContain("Switched to merlin-7b.");
      expect(await label()).toBe("merlin-7b");
    });

    it("a no leaves it, with the command for later", async () => {
      const { merlin, home, label } = await given();
      const screen = await tmuxScreen(home, ["serve", "--url", merlin.url], {}, 120);
      await screen.shows("Switch it to");
      await screen.enter("n");
      await screen.shows("ended 3");
      expect(await screen.text()).toContain("models load");
      expect(await label()).toBe("falcon-32b");
    });
  });
});
