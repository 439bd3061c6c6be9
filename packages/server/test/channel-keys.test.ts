import { callsTool, fakeShell, says } from "@kestrel/core/testing";
import type { EventOf, OpBody, OpId, Risk, RiskReason, SessionId } from "@kestrel/protocol";
import { type RouteName, routes } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { askSession, createDaemonClient } from "../src/client/index.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { Watcher } from "./kit/watcher.ts";

const forbidden = { status: 403, code: "forbidden" };

describe("the key of a channel", () => {
  it("opens a session in the folder of the settings, speaks in it, and is written down with who spoke", async () => {
    const daemon = await givenDaemon({ replies: [[says("A wren.")]] });
    const { client, address } = await givenKey(daemon);
    const { session } = await client.call("openSession", { body: {} });
    expect(session.origin).toEqual({ channel: "phone" });
    const watcher = await Watcher.of(address, { session: session.id });
    await askSession(client, session.id, { type: "send-message", text: "Which bird?", sender: "412587349" });
    await watcher.seesEvent("turn.ended");
    const [started] = watcher.events.flatMap(({ body }) => (body.type === "turn.started" ? [body] : []));
    expect(started?.origin).toEqual({ channel: "phone", sender: "412587349" });
    expect(watcher.frames.map(({ type }) => type)).not.toContain("session-changed");
    expect(watcher.frames.map(({ type }) => type)).not.toContain("engine");
    expect((await daemon.summaryOf(session.id))?.origin).toEqual({ channel: "phone" });
  });

  it("is refused by every other route, and in every session that is not its own", async () => {
    const daemon = await givenDaemon();
    const { client, secret } = await givenKey(daemon);
    const other = await givenKey(daemon, "mail");
    const mine = await daemon.opensSession();
    const { session: theirs } = await other.client.call("openSession", { body: {} });
    const own: RouteName[] = ["openSession", "sendOp", "events", "health", "login"];
    for (const name of (Object.keys(routes) as RouteName[]).filter((one) => !own.includes(one))) {
      const { method, path } = routes[name];
      const answer = await fetch(daemon.url + path.replace(":id", theirs.id), {
        method,
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: method === "GET" ? null : "{}",
      });
      expect({ name, status: answer.status }).toEqual({ name, status: name === "importSession" ? 415 : 403 });
      await answer.body?.cancel();
    }
    for (const id of [mine, theirs.id, "s00000000" as SessionId]) {
      await expect(askSession(client, id, { type: "send-message", text: "Hello?" })).rejects.toMatchObject(
        forbidden,
      );
      expect((await Watcher.of({ baseUrl: daemon.url, token: secret }, { session: id })).status).toBe(403);
    }
    expect((await Watcher.of({ baseUrl: daemon.url, token: secret })).status).toBe(403);
    const both = `${daemon.url}/api/v1/events?sessions=${theirs.id}:0`;
    expect((await fetch(both, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(403);
    await expect(
      client.call("openSession", { body: { workspace: daemon.folder, confirm: true } }),
    ).rejects.toMatchObject(forbidden);
    await expect(client.call("openSession", { body: { continues: mine } })).rejects.toMatchObject(forbidden);
  });

  it("asks for few ops, and for a mode only where it is stricter", async () => {
    const daemon = await givenDaemon();
    const { client } = await givenKey(daemon);
    const { session } = await client.call("openSession", { body: {} });
    const asks = (body: OpBody) => askSession(client, session.id, body);
    const refused: OpBody[] = [
      { type: "set-mode", mode: "auto" },
      { type: "set-mode", mode: "edits" },
      { type: "undo", target: "last" as never },
      { type: "compact" },
      { type: "set-title", title: "mine" },
      { type: "invoke", name: "birds" },
      { type: "set-memory", on: true },
      { type: "accept-model", from: { builtIn: true } as never },
      { type: "stop-job", job: "j1" as never },
    ];
    for (const body of refused) await expect(asks(body)).rejects.toMatchObject(forbidden);
    await asks({ type: "set-mode", mode: "plan" });
    await expect(asks({ type: "set-mode", mode: "ask" })).rejects.toMatchObject(forbidden);
    await daemon.does(session.id, { type: "set-mode", mode: "ask" });
  });

  it.each([
    ["plan", "plan"],
    ["ask", "ask"],
    [undefined, "ask"],
  ] as const)("opens sessions that begin with %s in the settings as %s", async (mode, wanted) => {
    const daemon = await givenDaemon({
      parts: { mode: "auto", channelRules: () => ({ approvals: "machine", ...(mode && { mode }) }) },
    });
    const { client } = await givenKey(daemon);
    expect((await client.call("openSession", { body: {} })).session.mode).toBe(wanted);
    expect((await daemon.summaryOf(await daemon.opensSession()))?.mode).toBe("auto");
  });

  it("changes waiting words of its own alone, and its answers are written down as its own", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tool = {
      ...fakeShell([], "read"),
      run: async () => {
        await held;
        return { outcome: "ok" as const, content: "done" };
      },
    };
    const daemon = await givenDaemon({
      replies: [[callsTool("shell", { command: "sleep" })], [says("Done.")]],
      tools: [tool],
    });
    const { client, address } = await givenKey(daemon);
    const { session } = await client.call("openSession", { body: {} });
    const watcher = await Watcher.of(address, { session: session.id });
    await askSession(client, session.id, { type: "send-message", text: "Begin." });
    await watcher.seesEvent("tool.started");
    const [owners, own] = ["op-owner", "op-channel"] as OpId[];
    await daemon.does(session.id, { type: "send-message", text: "Keep main." }, owners);
    await askSession(client, session.id, { type: "send-message", text: "And test." }, own);
    const edit = (words = "" as OpId) =>
      askSession(client, session.id, { type: "edit-pending", words, text: "Push to main." });
    await expect(edit(owners)).rejects.toMatchObject(forbidden);
    await expect(edit("op-none" as OpId)).rejects.toMatchObject(forbidden);
    await edit(own);
    release();
    await watcher.seesEvent("turn.ended");
    const edited = (await daemon.logOf(session.id)).flatMap(({ body }) =>
      body.type === "pending.edited" ? [body] : [],
    );
    expect(edited).toMatchObject([{ words: own, origin: { channel: "phone" } }]);
  });

  it("may always say no, and its sender is written down", async () => {
    const { daemon, client, session, question, watcher } = await givenQuestion("execute");
    const { callId, digest } = question;
    await askSession(client, session, { type: "deny", callId, digest, sender: "412587349" });
    await watcher.seesEvent("turn.ended");
    const [resolved] = (await daemon.logOf(session)).flatMap(({ body }) =>
      body.type === "approval.resolved" ? [body] : [],
    );
    expect(resolved).toMatchObject({
      decision: "denied",
      origin: { channel: "phone", sender: "412587349" },
    });
  });

  it("may say yes only where the settings say so, once, to an edit", async () => {
    const { client, session, question, watcher, runs, rules } = await givenQuestion("edit");
    const { callId, digest } = question;
    const yes = { type: "approve", callId, digest, scope: "once", sender: "412587349" } as const;
    await expect(askSession(client, session, yes)).rejects.toMatchObject(forbidden);
    rules.approvals = "phone";
    await expect(askSession(client, session, { ...yes, scope: "session" })).rejects.toMatchObject(forbidden);
    await expect(askSession(client, session, { ...yes, scope: "project" })).rejects.toMatchObject(forbidden);
    await expect(askSession(client, session, { ...yes, rules: ["shell"] })).rejects.toMatchObject(forbidden);
    await expect(askSession(client, session, { ...yes, digest: `${digest}0` })).rejects.toMatchObject({
      code: "approval_stale",
    });
    expect(runs).toEqual([]);
    await askSession(client, session, yes);
    await watcher.seesEvent("turn.ended");
    expect(runs).toHaveLength(1);
    await expect(askSession(client, session, yes)).rejects.toMatchObject({ code: "approval_stale" });
  });

  it.each<[Risk, RiskReason[]]>([
    ["destructive", []],
    ["external", []],
    ["execute", []],
    ["edit", ["protected_path"]],
    ["edit", ["reads_secret"]],
    ["execute", ["outside_sandbox"]],
    ["edit", ["foreign_tool"]],
  ])("leaves to the machine what is %s for %j", async (risk, reasons) => {
    const { daemon, client, session, question, runs, rules } = await givenQuestion(risk, reasons);
    rules.approvals = "phone";
    const { callId, digest } = question;
    const yes = { type: "approve", callId, digest, scope: "once" } as const;
    await expect(askSession(client, session, yes)).rejects.toMatchObject(forbidden);
    expect(runs).toEqual([]);
    await daemon.does(session, { type: "deny", callId, digest });
  });

  it("is one scope alone, and its name is a channel's", async () => {
    const daemon = await givenDaemon();
    const bad = { code: "invalid_request" };
    for (const scopes of [["channel:phone", "full"], ["channel:"], ["channel:a b"], ["channel:Ä"]] as never[])
      await expect(daemon.client.call("addToken", { body: { name: "phone", scopes } })).rejects.toMatchObject(
        bad,
      );
  });
});

async function givenKey(daemon: GivenDaemon, channel = "phone") {
  const { secret } = await daemon.client.call("addToken", {
    body: { name: channel, scopes: [`channel:${channel}`] },
  });
  const address = { baseUrl: daemon.url, token: secret };
  return { secret, address, client: createDaemonClient(address) };
}

/** A channel's session in which a call waits for its answer. */
async function givenQuestion(risk: Risk, reasons: RiskReason[] = []) {
  const runs: unknown[] = [];
  const rules = { approvals: "machine" as "machine" | "phone" };
  const tool = { ...fakeShell(runs, risk), assess: async () => ({ risk, reasons }) };
  const daemon = await givenDaemon({
    replies: [[callsTool("shell", { command: "make" })], [says("Done.")]],
    tools: [tool],
    parts: { channelRules: () => rules },
  });
  const { client, address } = await givenKey(daemon);
  const { session } = await client.call("openSession", { body: {} });
  const watcher = await Watcher.of(address, { session: session.id });
  await askSession(client, session.id, { type: "send-message", text: "Build it." });
  const piece = await watcher.seesEvent("approval.requested");
  const question = (piece as { event: { body: EventOf<"approval.requested"> } }).event.body;
  return { daemon, client, session: session.id, watcher, question, runs, rules };
}
