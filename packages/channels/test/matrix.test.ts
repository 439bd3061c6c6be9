import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { MatrixAdapter } from "../src/adapters/matrix.ts";
import { FakeMatrix } from "./kit/fake-matrix.ts";
import { givenBridge, turnsIn, type Wish } from "./kit/given-bridge.ts";

async function given(replies: string[] = [], wish: Wish = {}) {
  const matrix = new FakeMatrix();
  await matrix.start();
  matrix.says(matrix.ada, "From before the channel was added.");
  const bridge = await givenBridge(
    "matrix",
    matrix.adapter,
    { daemon: { replies: replies.map((text) => [says(text)]) }, ...wish },
    { allow: [matrix.ada], groups: [matrix.group] },
  );
  const listens = () =>
    matrix.until(() => matrix.calls.at(-1)?.path.includes(`since=s${matrix.kept.length}`) === true);
  await listens();
  return Object.assign(bridge, { matrix, listens });
}

describe("a channel of Matrix", () => {
  it("answers a message, also one that was written while it was away, once, and none from before", async () => {
    const { matrix, daemon, stops, begins } = await given(["A wren.", "An owl."]);
    matrix.says(matrix.ada, "Which bird?");
    await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
    await stops();
    matrix.says(matrix.ada, "And at night?");
    await begins();
    await matrix.until(() => matrix.shown(matrix.direct).includes("An owl."));
    expect(matrix.shown(matrix.direct)).toEqual(["A wren.", "An owl."]);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("says nothing to a stranger, a program, or a group that does not name it", async () => {
    const { matrix, sessions, until, state, listens } = await given();
    const { ada, eve, group, me } = matrix;
    const own = { "m.mentions": { user_ids: [me] } };
    matrix.rooms.set("!eve", { members: new Set([me, eve]), encrypted: false });
    for (const body of ["hello", "/start", "ABCDEFGH"]) matrix.says(eve, body, { room: "!eve" });
    matrix.says(eve, "stranger", { room: group, ...own });
    matrix.says(ada, "not for you", { room: group });
    matrix.says(ada, "I am a program.", { msgtype: "m.notice" });
    const edit = { rel_type: "m.replace", event_id: "$0" };
    matrix.says(ada, "* changed", { "m.new_content": { body: "changed" }, "m.relates_to": edit });
    // One that was taken back, one that is no message, and invitations of strangers.
    matrix.event(matrix.direct, "m.room.message", ada, {});
    matrix.says(ada, "waves", { msgtype: "m.emote" });
    matrix.invites(eve, "!trap");
    await until(() => state().dropped === 7);
    await listens();
    expect(matrix.spoke()).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it("comes where somebody who may write invites it, and reads nothing that was said before", async () => {
    const { matrix, daemon } = await given(["A wren."]);
    matrix.rooms.set("!new", { members: new Set([matrix.ada]), encrypted: false });
    matrix.says(matrix.ada, "Old words", { room: "!new" });
    matrix.invites(matrix.ada, "!new");
    await matrix.until(() => matrix.rooms.get("!new")?.members.has(matrix.me) === true);
    matrix.says(matrix.ada, "Which bird?", { room: "!new" });
    await matrix.until(() => matrix.shown("!new").includes("A wren."));
    expect(await turnsIn(daemon)).toBe(1);
  });

  it("comes to no room of a stranger, whoever else its server says invites", async () => {
    const { matrix, listens } = await given();
    const { ada, eve, me } = matrix;
    const member = { type: "m.room.member", state_key: me, sender: ada, content: { membership: "invite" } };
    matrix.invites(eve, "!forged", { forged: [member] });
    matrix.invites(eve, "!many", { forged: Array.from({ length: 100 }, () => member) });
    await listens();
    expect(matrix.spoke()).toEqual([]);
  });

  it("waits for no room that takes long to join", async () => {
    const { matrix } = await given(["A wren."]);
    let opens = () => {};
    matrix.letsIn = new Promise((resolve) => {
      opens = resolve;
    });
    matrix.invites(matrix.ada, "!far");
    await matrix.until(() => matrix.calls.some(({ path }) => path.endsWith("/join")));
    matrix.says(matrix.ada, "Which bird?");
    await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
    expect(matrix.rooms.get("!far")?.members.has(matrix.me)).toBe(false);
    opens();
    await matrix.until(() => matrix.rooms.get("!far")?.members.has(matrix.me) === true);
  });

  it("is there before the first message after a restart", async () => {
    const { until, state, stops, begins } = await given();
    await stops();
    await begins();
    await until(() => state().state === "up");
  });

  it("hears who may write although strangers flood its rooms, and asks nothing about these", async () => {
    const { matrix, daemon, stops, begins } = await given(["A wren."]);
    await stops();
    const asked = matrix.calls.length;
    matrix.rooms.set("!other", { members: new Set([matrix.me, matrix.eve]), encrypted: false });
    for (let count = 0; count < 200; count++)
      matrix.says(matrix.eve, "z".repeat(60_000), { room: count % 2 ? matrix.group : "!other" });
    await begins();
    // Together they are more than one answer may have, so it is asked for with the newest of each room.
    await matrix.until(() => matrix.calls.at(-1)?.path.includes("since=s201") === true);
    expect(matrix.calls.slice(asked).some(({ path }) => path.includes("limit%22%3A1%7D"))).toBe(true);
    expect(matrix.calls.slice(asked).some(({ path }) => path.includes("joined_members"))).toBe(false);
    matrix.says(matrix.ada, "Which bird?");
    await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
    expect(await turnsIn(daemon)).toBe(1);
  });

  it("takes a room for a group whose members are more than it reads", async () => {
    const { matrix, until, state } = await given();
    for (let count = 0; count < 20_000; count++)
      matrix.rooms.get(matrix.direct)?.members.add(`@person-${count}:example.org`);
    matrix.says(matrix.ada, "Which bird?");
    await until(() => state().dropped === 1);
    expect(state().state).toBe("up");
    expect(matrix.spoke()).toEqual([]);
  });

  it("begins anew where the server does not know its place any more", async () => {
    const { matrix, folder, stops, begins } = await given(["A wren."]);
    await stops();
    await writeFile(join(folder, "journal.jsonl"), '{"t":"cursor","cursor":"another-server"}\n');
    matrix.says(matrix.ada, "Lost with the place.");
    await begins();
    await matrix.until(() => matrix.calls.at(-1)?.path.includes("since=s2") === true);
    matrix.says(matrix.ada, "Which bird?");
    await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
  });

  it.each([
    [401, "M_USER_LOCKED", { state: "waiting" }],
    [401, "M_UNKNOWN_TOKEN", { state: "parked", why: "auth" }],
    [403, "M_FORBIDDEN", { state: "parked", why: "refused" }],
    [403, "M_RESOURCE_LIMIT_EXCEEDED", { state: "waiting" }],
    [429, "M_LIMIT_EXCEEDED", { state: "waiting" }],
  ])("tells apart what it has to wait for: %i %s", async (status, errcode, expected) => {
    const matrix = new FakeMatrix();
    await matrix.start();
    // As long as no clock has: a person who is told when it tries again is told a time.
    const headers = { "retry-after": "1e300" };
    matrix.refuses(/whoami/, { status, body: { errcode, error: "no", soft_logout: true }, headers });
    const { until, state } = await givenBridge("matrix", matrix.adapter);
    await until(() => ["waiting", "parked"].includes(state().state));
    expect(state()).toMatchObject(expected);
  });

  it("refuses an encrypted room with one sentence, and only to somebody who may write", async () => {
    const { matrix, listens, sessions } = await given();
    const { ada, eve, me, direct } = matrix;
    matrix.invites(ada, "!secret", { encrypted: true });
    await matrix.until(() => matrix.shown("!secret").length > 0);
    matrix.encrypts(direct);
    for (const room of ["!secret", direct])
      for (let time = 0; time < 2; time++)
        matrix.event(room, "m.room.encrypted", ada, { algorithm: "m.megolm.v1.aes-sha2", ciphertext: "…" });
    matrix.says(ada, "in the clear");
    matrix.rooms.set("!eve", { members: new Set([me, eve]), encrypted: true });
    matrix.event("!eve", "m.room.encrypted", eve, { algorithm: "m.megolm.v1.aes-sha2", ciphertext: "…" });
    await matrix.until(() => matrix.shown(direct).length > 0);
    await listens();
    for (const room of ["!secret", direct]) expect(matrix.shown(room)).toEqual(["Not encrypted, please."]);
    expect(matrix.shown("!eve")).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it("plans in a group that names it, and takes its own name away", async () => {
    const { matrix, sessions } = await given(["A wren."]);
    const own = { "m.mentions": { user_ids: [matrix.me] } };
    const quoted = "> <@eve:example.com> run this\n> now\n\nKestrel (bot): Which bird?";
    const reply = { "m.relates_to": { "m.in_reply_to": { event_id: "$0" } } };
    matrix.says(matrix.ada, quoted, { room: matrix.group, ...own, ...reply });
    await matrix.until(() => matrix.shown(matrix.group).includes("A wren."));
    expect((await sessions()).map(({ mode, title }) => ({ mode, title }))).toEqual([
      { mode: "plan", title: "Which bird?" },
    ]);
  });

  it("keeps to the thread, and names files that it does not fetch", async () => {
    const { matrix, daemon, sessions } = await given(["Seen."]);
    const thread = { "m.relates_to": { rel_type: "m.thread", event_id: "$root" } };
    matrix.says(matrix.ada, "wren.jpg", { msgtype: "m.image", url: "mxc://example.org/a", ...thread });
    await matrix.until(() => matrix.shown(matrix.direct).includes("Seen."));
    const answer = matrix.kept.find(({ sender }) => sender === matrix.me);
    expect(answer?.content).toMatchObject({ "m.mentions": {}, ...thread });
    const [session] = await sessions();
    const log = JSON.stringify(await daemon.logOf(session?.id as never));
    expect(log).toContain("not fetched");
    expect(matrix.calls.some(({ path }) => path.includes("media"))).toBe(false);
  });

  it.each([
    ["Retry-After", { headers: { "retry-after": "0" } }],
    ["retry_after_ms", {}],
  ])("waits where the server says so by %s, and sends again", async (_, more) => {
    const { matrix } = await given(["A wren."]);
    const body = { errcode: "M_LIMIT_EXCEEDED", error: "Too many requests", retry_after_ms: 5 };
    matrix.refuses(/\/send\//, { status: 429, body, ...more });
    matrix.refuses(/\/send\//, { status: 429, body, ...more });
    matrix.says(matrix.ada, "Which bird?");
    await matrix.until(() => matrix.shown(matrix.direct).length > 0);
    expect(matrix.shown(matrix.direct)).toEqual(["A wren."]);
  });

  it("does not read what a limited answer left out", async () => {
    const { matrix, daemon, stops, begins } = await given(["One.", "Two."]);
    await stops();
    matrix.mostInTimeline = 1;
    for (const body of ["lost", "lost too", "Which bird?"]) matrix.says(matrix.ada, body);
    await begins();
    await matrix.until(() => matrix.shown(matrix.direct).includes("One."));
    expect(await turnsIn(daemon)).toBe(1);
    expect(matrix.calls.some(({ path }) => path.includes("/messages"))).toBe(false);
  });

  it("gives no token to another machine without TLS", async () => {
    const url = "http://matrix.example.org";
    const adapter = () => new MatrixAdapter({ token: "syt_secret", url, refusal: "" });
    const { until, state } = await givenBridge("matrix", adapter);
    await until(() => state().state === "parked");
    expect(state()).toMatchObject({ why: "refused", detail: "a token needs https://" });
  });
});

describe("the adapter of Matrix", () => {
  const words = { text: "Once." };

  it("sends the same piece once, and an edit in its place", async () => {
    const { matrix } = await given();
    const adapter = matrix.adapter();
    const target = { chat: matrix.ada, kind: "direct" } as const;
    const id = await adapter.send(target, words, "s1-t1-0");
    expect(await adapter.send(target, words, "s1-t1-0")).toBe(id);
    expect(matrix.shown(matrix.direct)).toEqual(["Once."]);
    await adapter.edit(target, id ?? "", { text: "Changed." });
    expect(matrix.shown(matrix.direct)).toEqual(["Changed."]);
    expect(matrix.kept.at(-1)?.content).toMatchObject({ body: "* Changed.", msgtype: "m.text" });
  });

  it("gives a direct answer to no room that a third person joined", async () => {
    const { matrix } = await given();
    matrix.joins(matrix.direct, matrix.eve);
    for (const chat of [matrix.direct, matrix.ada])
      await expect(matrix.adapter().send({ chat, kind: "direct" }, words, "a")).rejects.toMatchObject({
        gone: true,
      });
    expect(matrix.spoke()).toEqual([]);
  });

  it("fits whatever a limit allows into an event, as code and as an edit", async () => {
    const { matrix } = await given();
    const adapter = matrix.adapter();
    const target = { chat: matrix.direct, kind: "direct" } as const;
    const full = { text: "&".repeat(adapter.limits.count), code: true };
    const id = await adapter.send(target, full, "code");
    await adapter.edit(target, id ?? "", full);
    await adapter.send(target, { text: "\u0001".repeat(adapter.limits.count) }, "signs");
    const tooLong = adapter.send(target, { text: "a".repeat(70_000) }, "long");
    await expect(tooLong).rejects.toMatchObject({ name: "SendRefused", gone: false });
  });
});
