import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chat as english } from "../../console/src/i18n/en/chat.ts";
import { chat as chinese } from "../../console/src/i18n/zh-cn/chat.ts";
import { sampleProject } from "../../packages/app/src/playground/sample-project.ts";
import { startTestDaemon, type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { allowOnce, bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { nanoModel } from "../models/nano-model.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";

/** That the model is there at all is told by nano.test.ts. */
const missing = testEngine === undefined || !existsSync(nanoModel);

describe.skipIf(missing)("where no model is named", () => {
  let folder = "";
  let daemon: TestDaemon;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-default-"));
    await mkdir(join(folder, "home"));
    await writeRandomModel(join(folder, "shelf/found.gguf"), "llama");
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: join(folder, "home"),
      KESTREL_ENGINE_PATH: testEngine ?? "",
      KESTREL_MODELS_FOLDERS: join(folder, "shelf"),
    };
    daemon = await startTestDaemon({ environment });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const terminal = () => homeIn(folder, daemon.dataFolder, daemon.workspace);

  it("kestrel-nano answers in its own window, greedily; a model that was found is offered and not loaded", async () => {
    const { code, err } = await kestrel(terminal(), ["run", "List the files"]);
    expect(code, err).toBe(0);
    const { engine } = await daemon.client.call("status");
    expect(engine.model).toMatchObject({
      label: "kestrel-nano",
      traits: { notice: "demonstration" },
      window: 4096,
    });
    expect(engine.model?.limits ?? []).not.toContain("window_small");
    expect(engine.command?.join(" ")).toMatch(/kestrel-nano\.gguf -c 8192 -t 1 -ngl 0 --temp 0 .* -np 2 /);
    const { models, loaded } = await daemon.client.call("listModels");
    expect(models.map(({ id }) => id)).toContain("found");
    // The one that answers stands in the list too: there is a way back to it after another.
    expect(loaded).toBe("kestrel-nano");
  });

  it("the terminal says what it is", async () => {
    const words = "kestrel-nano is a very small demonstration model. It only knows how to use the tools";
    expect((await kestrel(terminal(), ["models"])).out).toContain(words);
    expect((await kestrel(terminal(), ["models", "ps"])).out).toContain(words);
    expect((await kestrel(terminal(), ["models", "--json"])).out).not.toContain(words);
    const { out } = await kestrel(terminal(), ["doctor"]);
    expect(out).toContain(
      "no model of your own is configured: kestrel-nano answers, a very small demonstration model",
    );
  });

  const hole = "$" + "{name}";
  const offered = [english, chinese].flatMap((catalogue) => [
    { words: catalogue["chat.try.list"], calls: ["read"] },
    { words: catalogue["chat.try.read"], calls: ["read"] },
    { words: catalogue["chat.try.search"], calls: ["search"] },
    { words: catalogue["chat.try.run"], calls: ["shell"] },
    { words: catalogue["chat.try.mend"].replaceAll("{hole}", hole), calls: ["edit", "shell"], mended: true },
  ]);

  it.each(offered)(
    "does what the console offers in the sample project: $words",
    async ({ words, calls, mended }) => {
      const workspace = await mkdtemp(join(daemon.folder, "sample-"));
      await writeFiles(workspace, sampleProject);
      const session = await openTestSession(daemon, workspace);
      const events = await session.turn(words, allowOnce);
      const [{ prefix } = { prefix: undefined }] = bodiesOf(session.events, "session.opened");
      expect(prefix).toMatchObject({ texts: "kestrel-nano" });
      expect(prefix?.tools.map(({ name }) => name).join(" ")).toBe("read search edit write shell todo");
      const made = bodiesOf(events, "tool.requested").map(({ tool }) => tool);
      const answers = bodiesOf(events, "tool.finished");
      expect(made).toEqual(expect.arrayContaining(calls));
      expect(bodiesOf(events, "turn.ended").at(-1)?.reason).toBe("done");
      // The check of the sample project fails until the greeting is mended.
      const codes = answers.flatMap(({ exitCode }) => (exitCode === undefined ? [] : [exitCode]));
      expect(codes.at(-1)).toBe(made.includes("shell") ? (mended ? 0 : 1) : undefined);
      const text = await readFile(join(workspace, "greeting.js"), "utf8");
      expect(text).toContain(mended ? `Hello, ${hole}!` : `Hello ${hole}`);
    },
  );

  const anywhere = [english, chinese].map((catalogue) => catalogue["chat.try.create"]);
  it.each(anywhere)("does what the console offers in any folder: %s", async (words) => {
    const workspace = await mkdtemp(join(daemon.folder, "any-"));
    const session = await openTestSession(daemon, workspace);
    await session.turn(words, allowOnce);
    expect((await readFile(join(workspace, "notes.txt"), "utf8")).trim()).toBe("Hello from Kestrel");
  });
});
