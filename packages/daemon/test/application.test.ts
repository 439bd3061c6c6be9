import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionArchive } from "@kestrel/core";
import { bareCatalog, memoryArchive, ScriptedBackend, stillEngine, stillHost } from "@kestrel/core/testing";
import type { Frame } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { type ApplicationParts, Notices, untilUnused } from "../src/index.ts";
import { givenApplication } from "./given-application.ts";

const yes = [{ kind: "text", delta: "Yes." } as const, { kind: "done", finish: "stop" } as const];

const given = (parts: Partial<ApplicationParts> = {}, rules: Partial<ApplicationParts["rules"]> = {}) =>
  givenApplication({
    agent: { backend: new ScriptedBackend([yes]), tools: [], host: stillHost(), limits: { maxSteps: 4 } },
    ...parts,
    rules,
  });

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

  it("gives a session that continues another its system text, unless another is asked for", async () => {
    const { sessions } = (await given()).application;
    const { id: continues } = await sessions.open({ systemText: "Answer in verse." });
    const textOf = async (systemText?: string) => {
      const { id } = await sessions.open({ continues, systemText });
      return (await sessions.get(id)).session.state().systemText;
    };
    expect(await textOf()).toBe("Answer in verse.");
    expect(await textOf("Answer in prose.")).toBe("Answer in prose.");
    expect(await textOf("")).toBeUndefined();
  });

  it("tells everybody when it opens a session whose daemon was killed in a reply", async () => {
    const archive = memoryArchive();
    const { id } = await (await given({ archive })).application.sessions.open({});
    await (await archive.open(id)).append([{ type: "turn.started", turnId: "t1", text: "Are you there?" }]);

    const { sessions } = (await given({ archive })).application;
    const told: Frame[] = [];
    sessions.watch((frame) => told.push(frame));
    await sessions.get(id);
    expect(told).toMatchObject([{ type: "session-changed", session: { id, attention: "stopped" } }]);
  });

  it("lists the folder in the way that the model needs", async () => {
    const listings: string[] = [];
    const describeMachine = async (_: string, listing: string) => `${listings.push(listing)}`;
    const needs = { traits: async () => ({ guidance: ["listing" as const] }) };
    const models = (more = {}) => ({
      engine: stillEngine(),
      catalog: { ...bareCatalog(), ...more },
      discover: async () => ({ servers: [] }),
      choices: async () => ({ models: [], servers: [] }),
      keepServer: async () => undefined,
      forgetServer: async () => {},
      browse: async () => ({ path: "/", folders: [], models: [], more: false }),
    });
    await (await given({ models: models() }, { describeMachine })).application.sessions.open({});
    await (await given({ models: models(needs) }, { describeMachine })).application.sessions.open({});
    expect(listings).toEqual(["line", "tree"]);
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
    const { application } = await given({ archive });
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
    const full = () => Promise.reject(new Error("ENOSPC"));
    let isFull = true;
    const notices = new Notices([{ code: "unknown_setting", params: { key: "x" } }], async () =>
      isFull ? [{ code: "data_unwritable", params: { path: "/data", why: "ENOSPC" } }] : [],
    );
    const { application } = await given({ notices }, { playground: full, noFolder: full });
    const told = async () => (await application.status()).notices.map(({ code }) => code);
    expect(await told()).toEqual(["unknown_setting", "data_unwritable"]);
    isFull = false;
    expect(await told()).toEqual(["unknown_setting"]);
    expect((await application.status()).workspaces).toEqual([]);
  });

  it("offers the folders of sessions that are still there", async () => {
    const { application, folder } = await given();
    const [kept, gone] = [join(folder, "kept"), join(folder, "gone")];
    for (const workspace of [kept, gone]) {
      await mkdir(workspace);
      await application.sessions.open({ workspace });
    }
    const offered = async () =>
      (await application.status()).workspaces
        .flatMap((one) => (one.kind === "recent" ? [one.path] : []))
        .sort();
    expect(await offered()).toEqual([gone, kept]);
    await rm(gone, { recursive: true });
    expect(await offered()).toEqual([kept]);
    // A file in its place is no folder to work in.
    await writeFile(gone, "");
    expect(await offered()).toEqual([kept]);
  });

  it("says that somebody asked it to stop", async () => {
    const { application } = await given();
    application.stop();
    await application.stopAsked;
  });
});

describe("a daemon that nobody uses", () => {
  it("is one only when for that long it was not in use and nobody asked it anything", async () => {
    let inUse = true;
    let asked = 0;
    let over = false;
    let idleMs = 0;
    const used = { now: () => inUse, lastAsked: () => asked, idleMs: () => idleMs };
    const unused = untilUnused(used).then(() => {
      over = true;
    });
    const stillUsed = async () => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return !over;
    };
    expect(await stillUsed()).toBe(true);
    // The setting changes while it runs.
    idleMs = 60;
    inUse = false;
    const asking = setInterval(() => {
      asked = performance.now();
    }, 5);
    expect(await stillUsed()).toBe(true);
    clearInterval(asking);
    await unused;
  });
});
