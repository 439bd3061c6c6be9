import { callsTool, fakeShell, ScriptedBackend, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { SlackAdapter } from "../src/adapters/slack.ts";
import { ChannelFault, SendRefused } from "../src/port.ts";
import { FakeDiscord } from "./kit/fake-discord.ts";
import { FakeSlack } from "./kit/fake-slack.ts";
import { givenBridge, heldTool, turnsIn, type Wish } from "./kit/given-bridge.ts";

const kinds = { discord: FakeDiscord, slack: FakeSlack } as const;
const eve = { discord: "666000000000000001", slack: "T1:UEVE" } as const;

async function given(kind: keyof typeof kinds, wish: Wish = {}) {
  const service = new kinds[kind]();
  await service.start();
  const bridge = await givenBridge(kind, service.adapter, wish, {
    allow: [service.ada],
    groups: [service.group],
  });
  const up = () => bridge.until(() => bridge.state().state === "up");
  await up();
  return Object.assign(bridge, { service, up });
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("a channel of %s", (kind) => {
  it("answers a message, also one that was written while it was away, once", async () => {
    const { service, daemon, stops, begins, up } = await given(kind, {
      daemon: { replies: [[says("A wren.")], [says("An owl.")]] },
    });
    service.says(service.ada, "Which bird?");
    await service.until(() => service.shown(service.ada).includes("A wren."));
    await stops();
    service.says(service.ada, "And at night?");
    await begins();
    await up();
    await service.until(() => service.shown(service.ada).includes("An owl."));
    expect(service.shown(service.ada)).toEqual(["A wren.", "An owl."]);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("reads all that it missed, also more than one question brings", async () => {
    const { service, stops, begins, until, state } = await given(kind, {
      daemon: { replies: [[says("A wren.")]] },
    });
    service.says(service.ada, "Which bird?");
    await service.until(() => service.shown(service.ada).includes("A wren."));
    await stops();
    // Of a program, so they are only counted.
    for (let count = 0; count < 130; count++) service.says(service.ada, `Line ${count}`, { bot: true });
    await begins();
    await until(() => (state().dropped ?? 0) >= 130);
    expect(state().state).toBe("up");
  });

  it("sends anew what it cannot change any more", async () => {
    const { service } = await given(kind);
    const target = { chat: service.ada, kind: "direct" } as const;
    const refused = await service
      .adapter()
      .edit(target, "999999", { text: "Changed." })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SendRefused);
    expect(refused).toMatchObject({ gone: false });
  });

  it("connects anew when the service asks for it, and loses nothing", async () => {
    const { service } = await given(kind, { daemon: { replies: [[says("One.")], [says("Two.")]] } });
    service.says(service.ada, "First");
    await service.until(() => service.shown(service.ada).includes("One."));
    service.asksToReconnect();
    await service.until(() => service.sockets.length === 2);
    service.says(service.ada, "Second");
    await service.until(() => service.shown(service.ada).includes("Two."));
    expect(service.shown(service.ada)).toEqual(["One.", "Two."]);
  });

  it("plans in a group that names it", async () => {
    const { service, sessions } = await given(kind, { daemon: { replies: [[says("A wren.")]] } });
    service.says(service.ada, "Which bird?", { group: service.group, mentions: true });
    await service.until(() =>
      service.kept.some((one) => ("content" in one ? one.content : one.text) === "A wren."),
    );
    expect((await sessions()).map(({ mode, title }) => ({ mode, title }))).toEqual([
      { mode: "plan", title: "Which bird?" },
    ]);
  });

  it("waits where the service says so, and sends again", async () => {
    const { service } = await given(kind, { daemon: { replies: [[says("A wren.")]] } });
    const reply = { status: 429, body: { ok: false, error: "ratelimited", retry_after: 0.01 } };
    service.refuses(/messages$|postMessage$/, { ...reply, headers: { "retry-after": "0" } });
    service.says(service.ada, "Which bird?");
    await service.until(() => service.shown(service.ada).length > 0);
    expect(service.shown(service.ada)[0]).toContain("A wren.");
  });

  it("asks with buttons, and takes one yes of the right person", async () => {
    const runs: unknown[] = [];
    const tool = {
      ...fakeShell(runs, "edit"),
      assess: async () => ({ risk: "edit" as const, reasons: [] }),
    };
    const backend = new ScriptedBackend([[callsTool("shell", { command: "touch a" })], [says("Done.")]]);
    const { service, clock } = await given(kind, {
      daemon: { backend, tools: [tool] },
      rules: { phone: true },
    });
    service.says(service.ada, "Make a file.");
    await service.until(() => service.shown(service.ada).some((text) => text.includes("touch a")));
    const told = () => service.calls.filter(({ path }) => /callback$|postEphemeral$/.test(path)).length;
    // One that comes in the same second was meant for something else.
    service.presses(service.ada, "Allow once");
    await service.until(() => told() === 1);
    clock.ms += 1_500;
    service.presses(eve[kind], "Allow once");
    service.presses(service.ada, "Allow once");
    service.presses(service.ada, "Allow once");
    await service.until(() => service.shown(service.ada).includes("Done."));
    expect(runs).toHaveLength(1);
  });
});

it.each([
  [4004, "auth"],
  [4014, "refused"],
] as const)("Discord's close code %i stops the channel", async (code, why) => {
  const service = new FakeDiscord();
  service.closesWith = code;
  await service.start();
  const { until, state } = await givenBridge("discord", service.adapter);
  await until(() => state().state === "parked");
  expect(state()).toMatchObject({ why });
  expect(service.identified).toBe(1);
});

it("Discord is given no start of a session more than are left", async () => {
  const service = new FakeDiscord();
  service.remaining = 0;
  await service.start();
  const { until, state } = await givenBridge("discord", service.adapter);
  await until(() => state().state === "waiting");
  expect(state()).toMatchObject({ detail: "no session starts are left" });
  await until(() => state().state === "up");
  expect(service.identified).toBe(1);
});

it("Discord's own words, such as of a thread that began, are nobody's", async () => {
  const { service, sessions, bridge } = await given("discord", { daemon: { replies: [[says("A wren.")]] } });
  service.says(service.ada, "A new thread", { type: 18 });
  service.says(service.ada, "Which bird?", { type: 19 });
  await service.until(() => service.shown(service.ada).includes("A wren."));
  expect((await sessions()).map(({ title }) => title)).toEqual(["Which bird?"]);
  expect(bridge.state().dropped).toBe(0);
});

it("Slack's connection that answers nothing any more is given up", async () => {
  class Deaf extends FakeSlack {
    protected override readonly pongs = false;
    override adapter = () =>
      new SlackAdapter({ secret: "xapp-1-secret xoxb-secret", url: this.url, quiet: 20 });
  }
  const service = new Deaf();
  await service.start();
  await givenBridge("slack", service.adapter);
  await service.until(() => service.sockets.length > 1);
});

it.each([
  ["msg_blocks_too_long", { gone: false }],
  ["no_permission", { gone: true }],
  ["messages_tab_disabled", { gone: true }],
  ["token_revoked", { park: "auth" }],
  ["service_unavailable", { park: undefined }],
])("Slack's error %s is told apart", async (error, expected) => {
  const { service } = await given("slack");
  service.refuses(/postMessage$/, { status: 200, body: { ok: false, error } });
  const refused = await service
    .adapter()
    .send({ chat: service.group, kind: "group" }, { text: "Hello" }, "s1-t1-0")
    .catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf("gone" in expected ? SendRefused : ChannelFault);
  expect(refused).toMatchObject(expected);
});

it("Discord sends the same piece once", async () => {
  const { service } = await given("discord");
  const adapter = service.adapter();
  const target = { chat: service.ada, kind: "direct" } as const;
  for (let time = 0; time < 2; time++) await adapter.send(target, { text: "Once." }, "s1-t1-0");
  expect(service.shown(service.ada)).toEqual(["Once."]);
});

it("Discord shows no draft beside its answer, although the channel was killed before it knew the draft", async () => {
  const { tool, release } = heldTool();
  const { service, stops, keepsOfJournal, begins, up } = await given("discord", {
    daemon: {
      replies: [[says("Looking."), callsTool("shell", { command: "ls" })], [says("A wren.")]],
      tools: [tool],
    },
  });
  service.says(service.ada, "Which bird?");
  await service.until(() => service.shown(service.ada).includes("Looking."));
  await stops();
  await keepsOfJournal(({ t, id }) => t !== "draft" || id === "");
  await begins();
  await up();
  release();
  await service.until(() => service.shown(service.ada).includes("A wren."));
  expect(service.shown(service.ada)).toEqual(["A wren."]);
});

it("what could end a code block or hide words is shown as it is", async () => {
  const { service } = await given("discord");
  await service
    .adapter()
    .ask({ chat: service.ada, kind: "direct" }, { text: "```\n||rm -rf||", code: true }, [
      { text: "Deny", data: "n" },
    ]);
  expect(service.shown(service.ada)).toEqual(["\\`\\`\\`\n\\|\\|rm \\-rf\\|\\|"]);
});

it("Discord is asked a shorter question where the escaped one is too long for it", async () => {
  const runs: unknown[] = [];
  const tool = { ...fakeShell(runs, "edit"), assess: async () => ({ risk: "edit" as const, reasons: [] }) };
  const backend = new ScriptedBackend([
    // Within the limit as it is, and beyond it once every sign that could be markup is escaped.
    [callsTool("shell", { command: `echo '\`\`\`' ${"*".repeat(1_500)}` })],
    [says("Left alone.")],
  ]);
  const { service } = await given("discord", { daemon: { backend, tools: [tool] }, rules: { phone: true } });
  service.says(service.ada, "Make a file.");
  await service.until(() => service.shown(service.ada).some((text) => text.includes("at the machine")));
  expect(service.calls.some(({ body }) => String(body.content ?? "").length > 2_000)).toBe(true);
  service.presses(service.ada, "Deny");
  await service.until(() => service.shown(service.ada).includes("Left alone."));
  expect(runs).toEqual([]);
});

it("Slack wants both tokens", async () => {
  const { until, state } = await givenBridge("slack", () => new SlackAdapter({ secret: "xoxb-alone" }));
  await until(() => state().state === "parked");
  expect(state()).toMatchObject({ why: "auth", detail: "two tokens are needed: xapp-… xoxb-…" });
});
