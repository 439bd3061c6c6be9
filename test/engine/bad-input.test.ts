import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { createDaemonClient } from "@kestrel/server/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireDaemonLock, dataPaths } from "../../packages/store/src/index.ts";
import { leftAfter } from "../daemon/processes.ts";
import { testEngine } from "../machine.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";
import { standardScripts as scripts, standardFiles } from "../models/standard-scripts.ts";
import { type KestrelHome, kestrel, kestrelHome, type Outcome, program } from "../terminal/kestrel-home.ts";
import { type Mistake, mistakes, self } from "./bad-input.ts";

describe.skipIf(testEngine === undefined)("bad input", () => {
  let home: KestrelHome;
  let folder = "";
  let taken: Server;
  let takenPort = 0;
  const configFile = () => join(home.dataFolder, "config", "config.toml");
  const inFull = (text: string) => text.replaceAll("$", folder);

  beforeAll(async () => {
    home = await kestrelHome({ scripts, files: standardFiles });
    folder = join(home.dataFolder, "..");
    await writeFile(join(folder, "text.gguf"), "This is a text, whatever its name may promise.\n");
    await writeFile(join(folder, "cut.gguf"), buildScriptedModel(scripts));
    await truncate(join(folder, "cut.gguf"), 400_000);
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    takenPort = typeof address === "object" && address ? address.port : 0;
    // Something that must not be lost.
    expect(await kestrel(home, ["run", "-q", "Hello?", "--model", home.model])).toMatchObject({ code: 0 });
  });
  afterAll(() => taken.close());

  /** Serves with a mistake, in one language; it is to end by itself. */
  async function served(mistake: Partial<Mistake>, language: string): Promise<Outcome> {
    const { words = [], config = "", loadout, environment } = mistake;
    await writeFile(configFile(), inFull(config));
    const named = loadout === undefined ? [] : ["--loadout", join(folder, "mine.toml")];
    if (loadout !== undefined) await writeFile(join(folder, "mine.toml"), inFull(loadout));
    const port = words.includes("--port") ? [] : ["--port", "0"];
    return kestrel({ ...home, environment: { ...home.environment, LANG: language, ...environment } }, [
      "serve",
      ...port,
      ...words.map(inFull),
      ...named,
    ]);
  }

  /** The folder can be taken at once; no token, no key and no process was left behind. */
  async function expectNothingLeft(): Promise<void> {
    const lock = await acquireDaemonLock(dataPaths({ KESTREL_DATA_DIR: home.dataFolder }));
    await lock.release();
    const left = await readdir(join(home.dataFolder, "run"));
    expect(
      left.filter((name) => !["lock.key", "lock", "starting", "engine-flags.json"].includes(name)),
    ).toEqual([]);
    expect(await leftAfter(2_000, [], folder)).toEqual([]);
  }

  const port = (): Record<string, Mistake> => ({
    "a port that is taken": {
      words: ["--port", String(takenPort)],
      code: 3,
      names: [String(takenPort), "server.port", "--port"],
      remedy: "--port 0",
    },
  });

  it.each([...Object.keys(mistakes), "a port that is taken"])(
    "%s: one error with file, key and remedy, in both languages; nothing lost, nothing half done",
    async (name) => {
      const mistake = { ...mistakes, ...port() }[name];
      if (!mistake) return expect.fail(name);
      for (const language of ["C.UTF-8", "zh_CN.UTF-8"]) {
        const { code, err } = await served(mistake, language);
        expect({ language, err, code }).toEqual({ language, err, code: mistake.code });
        for (const part of mistake.names) expect(err).toContain(inFull(part));
        expect(err).not.toMatch(/[{}⟨⟩]|undefined|\n +at /);
        expect(err.trim().split("\n")).toHaveLength(1);
        if (language === "C.UTF-8")
          expect(err.replaceAll(/node \S*kestrel\.cjs/g, "kestrel")).toContain(mistake.remedy);
        else expect(err).toMatch(/\p{Script=Han}/u);
      }
      await expectNothingLeft();
    },
  );

  it("a model file that cannot be read, even by root, is named as such", async () => {
    await symlink("round.gguf", join(folder, "round.gguf"));
    const { code, err } = await served({ words: ["--model", "$/round.gguf"] }, "C.UTF-8");
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining("it cannot be read") });
  });

  it.each([
    ["a flag nobody knows", ["serve", "--wat"], "--wat"],
    ["a command nobody knows", ["frobnicate"], "frobnicate"],
    ["a mode nobody knows", ["run", "Hello", "--mode", "wild"], "wild"],
  ])("%s is a mistake of usage", async (_, words, named) => {
    const { code, err, out } = await kestrel(home, words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(named);
    expect(err).toMatch(/kestrel(\.cjs)? help/);
  });

  it("a key nobody knows is told, with the one that was meant, and stops nothing", async () => {
    await writeFile(configFile(), "[limits]\nmax_step = 3\n");
    const { code, err } = await kestrel(home, ["run", "Hello?", "--model", home.model]);
    expect(code).toBe(0);
    expect(err).toContain(`${configFile()}, line 2: \`limits.max_step\` is not a setting; did you mean`);
    expect(err).toContain("limits.max_steps");
    await writeFile(configFile(), "");
  });

  it.each([
    ["that others may write in", (place: string) => chmod(place, 0o777), "other users can write in it"],
    [
      "that is a file",
      async (place: string) => {
        await rm(place, { recursive: true });
        await writeFile(place, "");
      },
      "it is not a folder",
    ],
    [
      "that is a link",
      async (place: string) => {
        await rm(place, { recursive: true });
        await symlink(folder, place);
      },
      "it is a link",
    ],
  ])("a data folder %s is not used", async (_, spoil, why) => {
    const place = join(folder, "unsafe");
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { mode: 0o700 });
    await spoil(place);
    const unsafe = { ...home, environment: { ...home.environment, KESTREL_DATA_DIR: place } };
    const { code, err } = await kestrel(unsafe, ["serve", "--port", "0"]);
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining(`${place} cannot be trusted: ${why}`),
    });
    expect(err).toContain("KESTREL_DATA_DIR");
  });

  describe("beside a daemon that runs", () => {
    let daemon: ChildProcess;
    let said = "";
    const loadout = () =>
      `name = "tiny"\ndemo = true\npersona = "You are terse."\n${self}path = "$/model.gguf"\nname = "tiny-model"\nwindow = 1536\nthreads = 1\ngpu_layers = "auto"\n[permission]\nmode = "edits"\n[tools]\nforeign = ["browser"]\n[crew.critic]\nhost = "ollama"\n`;

    beforeAll(async () => {
      await writeFile(join(folder, "mine.toml"), inFull(loadout()));
      const words = [program, "serve", "--port", "0", "--loadout", join(folder, "mine.toml")];
      daemon = spawn(process.execPath, words, { env: home.environment, stdio: ["ignore", "pipe", "pipe"] });
      await new Promise<void>((resolve, reject) => {
        const hear = (bytes: Buffer) => {
          said += bytes.toString();
          if (said.includes("Model: ")) resolve();
        };
        daemon.stdout?.on("data", hear);
        daemon.stderr?.on("data", hear);
        daemon.once("exit", (code) => reject(new Error(`it ended with ${code}: ${said}`)));
      });
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => daemon.once("exit", resolve));
      daemon.kill("SIGTERM");
      await ended;
    });

    it("a loadout is told whole: demonstration, suggestion, and what is not here", () => {
      expect(said).toContain(`Loadout: tiny (${join(folder, "mine.toml")})`);
      expect(said).toContain("Model: tiny-model. Its loadout calls it a demonstration model");
      expect(said).toContain("suggests mode `edits`. It is not applied: the mode is `ask`");
      expect(said).toMatch(/`mcp\.servers` names browser that is not here\./);
      expect(said).not.toContain("The window");
    });

    it("and reaches the engine and the session; the suggested mode does not", async () => {
      const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "";
      const token = (await readFile(join(home.dataFolder, "run", "token"), "utf8")).trim();
      const client = createDaemonClient({ baseUrl, token });
      const { engine, notices } = await client.call("status");
      const command = engine.command?.join(" ");
      // A small demonstration has two slots, each of that window (ADR 40).
      expect(command).toContain(`-m ${home.model} -c 3072 -t 1`);
      expect(command).not.toContain("-ngl");
      expect(engine.model).toMatchObject({
        label: "tiny-model",
        window: 1536,
        traits: { notice: "demonstration" },
      });
      expect(notices.map(({ code }) => code)).toContain("permission_suggested");
      const { session } = await client.call("openSession", { body: { workspace: home.workspace } });
      const { events } = await client.call("readLog", { params: { id: session.id } });
      expect(events[0]?.body).toMatchObject({
        mode: "ask",
        prefix: { system: expect.stringMatching(/^You are terse\.\n\nYou are Kestrel/) },
      });
    });

    it("another one is refused, and the first goes on", async () => {
      const { code, err } = await kestrel(home, ["serve", "--port", "0"]);
      expect(code).toBe(3);
      expect(err).toContain(`(pid ${daemon.pid})`);
      expect(err).toMatch(/kestrel(\.cjs)? open/);
      expect(await kestrel(home, ["open"])).toMatchObject({ code: 0 });
    });
  });

  it("loses no session", async () => {
    await expectNothingLeft();
    const { out, code } = await kestrel(home, ["sessions", "list", "--json"]);
    expect(code).toBe(0);
    expect(out).toContain("Hello?");
  });
});
