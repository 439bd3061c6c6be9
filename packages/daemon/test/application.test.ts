import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionArchive } from "@kestrel/core";
import {
  bareCatalog,
  memoryArchive,
  memoryCatalog,
  memoryPictures,
  ScriptedBackend,
  stillEngine,
  stillHost,
} from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { Application, Notices, untilUnused } from "../src/index.ts";

async function given(
  notices = new Notices([]),
  playground?: () => Promise<string>,
  archive: SessionArchive = memoryArchive(),
) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-application-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let sessions = 0;
  let turns = 0;
  const application = new Application({
    archive,
    catalog: memoryCatalog(),
    pictures: memoryPictures(),
    agent: {
      backend: new ScriptedBackend([
        [
          { kind: "text", delta: "Yes." },
          { kind: "done", finish: "stop" },
        ],
      ]),
      tools: [],
      host: stillHost(),
      limits: { maxSteps: 4 },
    },
    models: {
      engine: stillEngine(),
      catalog: bareCatalog([]),
      discover: async () => ({ servers: [] }),
      browse: async () => ({ path: folder, folders: [], models: [], more: false }),
    },
    rules: {
      version: "0.0.0",
      mode: "ask",
      workspaces: { closed: [], open: [], home: "/home/nobody" },
      playground: playground ?? (async () => folder),
      describeMachine: async () => "Machine: a test.",
      newSessionId: () => SessionId.parse(`s${String(++sessions).padStart(8, "0")}`),
      newTurnId: () => `t${++turns}`,
    },
    settings: () => [],
    settingsFile: "/home/ada/.config/kestrel/config.toml",
    notices,
    command: "kestrel",
  });
  onTestFinished(() => application.close());
  return { application, folder };
}

describe("the application without a socket", () => {
  it("opens a session, answers in it and lists it", async () => {
    const { application, folder } = await given();
    const { sessions } = application;
    const { id, workspace } = await sessions.open({});
    expect(workspace).toBe(folder);
    await sessions.apply(id, { type: "send-message", text: "Are you there?", opId: "o1" });
    expect(sessions.working()).toBe(true);
    const { session } = await sessions.get(id);
    await session.settled();
    expect(sessions.working()).toBe(false);
    expect(await sessions.list()).toMatchObject([{ id, turns: 1 }]);
  });

  it("is done with a turn whose end the disk does not take", async () => {
    let full = false;
    const whole = memoryArchive();
    const archive: SessionArchive = {
      ...whole,
      create: async (id) => {
        const log = await whole.create(id);
        const append: typeof log.append = (bodies) =>
          full ? Promise.reject(new Error("ENOSPC")) : log.append(bodies);
        return { append, read: (after) => log.read(after), close: () => log.close() };
      },
    };
    const { application } = await given(undefined, undefined, archive);
    const { sessions } = application;
    const { id } = await sessions.open({});
    await sessions.apply(id, { type: "send-message", text: "Are you there?", opId: "o1" });
    full = true;
    expect(sessions.working()).toBe(true);
    const { session } = await sessions.get(id);
    await session.settled();
    expect(sessions.working()).toBe(false);
  });

  it("tells its state although no sample project can be made, with what holds now and what lasts", async () => {
    let full = true;
    const notices = new Notices([{ code: "unknown_setting", params: { key: "x" } }], async () =>
      full ? [{ code: "data_unwritable", params: { path: "/data", why: "ENOSPC" } }] : [],
    );
    const { application } = await given(notices, () => Promise.reject(new Error("ENOSPC")));
    const told = async () => (await application.status()).notices.map(({ code }) => code);
    expect(await told()).toEqual(["unknown_setting", "data_unwritable"]);
    full = false;
    expect(await told()).toEqual(["unknown_setting"]);
    expect((await application.status()).workspaces).toEqual([]);
  });

  it("says that somebody asked it to stop", async () => {
    const { application } = await given();
    application.stop();
    await application.stopAsked;
  });
});

describe("a daemon that nobody uses", () => {
  it("is one only when for that long nobody followed it and no turn was under way", async () => {
    let clients = 1;
    let working = false;
    let over = false;
    const unused = untilUnused(() => clients, { working: () => working }, 40).then(() => {
      over = true;
    });
    const stillUsed = async () => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return !over;
    };
    expect(await stillUsed()).toBe(true);
    [clients, working] = [0, true];
    expect(await stillUsed()).toBe(true);
    working = false;
    await unused;
  });
});
