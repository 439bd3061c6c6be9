import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testTmux } from "../machine.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

async function startServer(name: string): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  server.answers("GET /v1/models", { object: "list", data: [{ id: name }] });
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

  it("a loadout wants a new start, and the command for that is told", async () => {
    const { home } = await given();
    const { code, err } = await kestrel(home, ["start", "--no-open", "--loadout", "home"], { input: "" });
    expect(code).toBe(3);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(/ stop; .* start --loadout home`/);
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
