import type { Tool } from "@kestrel/core";
import { callsTool, fakeShell, ScriptedBackend, says } from "@kestrel/core/testing";
import type { EventOf, Risk, RiskReason } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { Watcher } from "../../server/test/kit/watcher.ts";
import { writePaired } from "../src/bridge/paired-senders.ts";
import type { FakeTelegram } from "./kit/fake-telegram.ts";
import { heldTool } from "./kit/given-bridge.ts";
import { ada, givenChannel, turnsIn } from "./kit/given-channel.ts";

describe("a message from a phone", () => {
  it("becomes one turn, and its answer comes back", async () => {
    const { telegram, daemon, sessions } = await givenChannel({
      daemon: { replies: [[says("A **wren**.")]] },
    });
    telegram.says(ada, "Which bird?");
    await telegram.until(() => telegram.shown(ada).includes("A wren."));
    const [session] = await sessions();
    expect(session?.origin).toEqual({ channel: "telegram" });
    const started = (await daemon.logOf(session?.id as never)).flatMap(({ body }) =>
      body.type === "turn.started" ? [body] : [],
    );
    expect(started.map(({ text, origin }) => ({ text, origin }))).toEqual([
      { text: "Which bird?", origin: { channel: "telegram", sender: String(ada) } },
    ]);
  });

  it("is one turn although it is delivered again, and although the channel was restarted", async () => {
    const { telegram, daemon, restarts } = await givenChannel({
      daemon: { replies: [[says("One.")], [says("Two.")]] },
    });
    const update = telegram.says(ada, "First");
    await telegram.until(() => telegram.shown(ada).includes("One."));
    await restarts();
    telegram.update({ message: undefined, update_id: update });
    telegram.says(ada, "Second");
    await telegram.until(() => telegram.shown(ada).includes("Two."));
    expect(telegram.shown(ada)).toEqual(["One.", "Two."]);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("is answered once where the channel was restarted while a draft was sent", async () => {
    const { tool, release } = heldTool();
    const { telegram, daemon, restarts } = await givenChannel({
      daemon: {
        replies: [[says("Looking."), callsTool("shell", { command: "ls" })], [says("A wren.")]],
        tools: [tool],
      },
    });
    telegram.says(ada, "Which bird?");
    await telegram.until(() => telegram.shown(ada).includes("Looking."));
    await restarts();
    release();
    await telegram.until(() => telegram.shown(ada).includes("A wren."));
    expect(telegram.shown(ada)).toEqual(["A wren."]);
    expect(await turnsIn(daemon)).toBe(1);
  });

  it("is kept with all that came while the channel was away, and begun ten a minute", async () => {
    const { telegram, daemon, clock, sessions, state, until, stops, begins } = await givenChannel({
      daemon: { replies: Array.from({ length: 12 }, () => [says("Yes.")]) },
    });
    await stops();
    const words = Array.from({ length: 12 }, (_, index) => `Bird ${index}`);
    for (const text of words) telegram.says(ada, text);
    await begins();
    await until(() => state().queue?.in === 2);
    clock.ms += 61_000;
    await until(() => state().queue?.in === 0);
    const log = await daemon.logOf((await sessions())[0]?.id as never);
    const heard = log.flatMap(({ body }) =>
      body.type === "turn.started" || body.type === "steering.queued" ? [body.text] : [],
    );
    expect(heard).toEqual(words);
    expect(telegram.shown(ada)).not.toContain("Too many messages. Try again in a minute.");
  });

  it("is answered after Telegram said to wait, and plain where it refuses the marks", async () => {
    const { telegram } = await givenChannel({ daemon: { replies: [[says("It is `here`.")]] } });
    telegram.refuses("sendMessage", { status: 429, description: "Too Many Requests", retry_after: 1 });
    telegram.refuses("sendMessage", { status: 400, description: "Bad Request: can't parse entities" });
    telegram.says(ada, "Where?");
    await telegram.until(() => telegram.shown(ada).length > 0);
    expect(telegram.shown(ada)).toEqual(["It is `here`."]);
  });
});

it("answers words that joined a turn, and what was asked before them", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { telegram, sessions, daemon } = await givenChannel({
    daemon: { replies: [[says("A wren"), held, says(".")], [says("Brown.")]] },
  });
  telegram.says(ada, "Which bird?");
  await expect.poll(() => turnsIn(daemon)).toBe(1);
  const watcher = await Watcher.of(daemon.address, { session: (await sessions())[0]?.id as never });
  telegram.says(ada, "And its colour?");
  await watcher.seesEvent("steering.queued");
  release();
  await telegram.until(() => telegram.shown(ada).includes("A wren.\n\nBrown."));
  expect(telegram.shown(ada)).toEqual(["A wren.\n\nBrown."]);
});

describe("a channel that was killed", () => {
  it("answers each of two turns that ended before it could", async () => {
    const { telegram, daemon, stops, keepsOfJournal, begins, state, until } = await givenChannel({
      daemon: { replies: [[says("One.")], [says("Two.")]] },
    });
    for (const [text, answer] of [
      ["First", "One."],
      ["Second", "Two."],
    ] as const) {
      telegram.says(ada, text);
      await telegram.until(() => telegram.shown(ada).includes(answer));
    }
    await stops();
    await keepsOfJournal(({ t, after }) => /^(cursor|in|begun|chat)$/.test(String(t)) && !after);
    await begins();
    await until(() => state().queue?.in === 0);
    await until(() => state().queue?.out === 0);
    expect(telegram.shown(ada)).toEqual(["One.", "Two.", "One.", "Two."]);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("does not wait for a turn that it answered already", async () => {
    const { telegram, daemon, stops, keepsOfJournal, begins } = await givenChannel({
      daemon: { replies: [[says("One.")], [says("Two.")]] },
    });
    telegram.says(ada, "First");
    await telegram.until(() => telegram.shown(ada).includes("One."));
    await stops();
    // As where a second message had joined that turn.
    await keepsOfJournal(({ t }) => t !== "done");
    await begins();
    telegram.says(ada, "Second");
    await telegram.until(() => telegram.shown(ada).includes("Two."));
    expect(telegram.shown(ada)).toEqual(["One.", "Two."]);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("answers in the session that /new left, and in the new one", async () => {
    const { tool, release } = heldTool();
    const { telegram, daemon, restarts, sessions, until, state } = await givenChannel({
      daemon: {
        replies: [[callsTool("shell", { command: "ls" })], [says("Old.")], [says("New.")]],
        tools: [tool],
      },
    });
    telegram.says(ada, "First");
    await expect.poll(() => turnsIn(daemon)).toBe(1);
    telegram.says(ada, "/new");
    await telegram.until(() => telegram.shown(ada).length === 1);
    await restarts();
    telegram.says(ada, "Second");
    await until(() => state().queue?.in === 2);
    release();
    await telegram.until(() => telegram.shown(ada).includes("New."));
    expect(telegram.shown(ada)).toContain("Old.");
    expect(await sessions()).toHaveLength(2);
  });
});

describe("a service that is away", () => {
  /** Its clock goes on by every pause, and at `back` the service is there again. */
  async function givenAway(back: number) {
    const place: { ms: number; back: number; telegram?: FakeTelegram; passed(): void } = {
      ...{ ms: 1_000_000, back: 1_000_000 + back, passed: () => {} },
    };
    const pause = async (ms: number) => {
      place.ms += ms;
      if (place.telegram && place.ms >= place.back) {
        place.telegram.away = false;
        place.passed();
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
    const surroundings = { now: () => place.ms, random: () => 0, pause };
    const channel = await givenChannel({
      ...{ surroundings, daemon: { replies: Array.from({ length: 6 }, (_, at) => [says(`Answer ${at}.`)]) } },
    });
    place.telegram = channel.telegram;
    await channel.until(() => channel.state().state === "up");
    return { ...channel, bridge: channel.bridge, place };
  }

  it("is asked at most 15 times in ten minutes", async () => {
    const { telegram, place } = await givenAway(600_000);
    const over = new Promise<void>((resolve) => {
      place.passed = resolve;
    });
    telegram.leaves();
    await over;
    expect(telegram.missed.length).toBeGreaterThan(5);
    expect(telegram.missed.length).toBeLessThanOrEqual(15);
  });

  it.each([1_000, 30_000])("for %i ms, thrice, loses and doubles nothing", async (ms) => {
    const { telegram, bridge, daemon, place, state, until } = await givenAway(0);
    for (let round = 0; round < 3; round++) {
      place.back = place.ms + ms;
      telegram.leaves();
      telegram.says(ada, `Question ${round}`);
      await bridge.post({ chat: String(ada), kind: "direct" }, `News ${round}.`, `news-${round}`);
      await telegram.until(() => telegram.shown(ada).includes(`Answer ${round}.`));
      await until(() => state().queue?.out === 0);
    }
    expect(await turnsIn(daemon)).toBe(3);
    const shown = telegram.shown(ada).map((text) => text.replace("(perhaps again)\n", ""));
    expect(shown.toSorted()).toEqual([0, 1, 2].flatMap((at) => [`Answer ${at}.`, `News ${at}.`]).toSorted());
  });
});

describe("a piece that fails for ever", () => {
  const target = { chat: String(ada), kind: "direct" } as const;

  it("lets the others go first, and is set aside with a word", async () => {
    const { telegram, bridge, state, until } = await givenChannel();
    await until(() => state().state === "up");
    telegram.failing = "A curse";
    await bridge.post(target, "A curse.", "one");
    await bridge.post(target, "A wren.", "two");
    await until(() => state().queue?.out === 0);
    expect(telegram.shown(ada)).toEqual([
      "A wren.",
      "Part of an answer could not be sent and was set aside. Read it at the machine.",
    ]);
  });

  it("is kept where nothing else can be sent either", async () => {
    const { telegram, bridge, state, until } = await givenChannel();
    await until(() => state().state === "up");
    telegram.failing = "A";
    await bridge.post(target, "A curse.", "one");
    await bridge.post(target, "A wren.", "two");
    await telegram.until(() => telegram.called("sendMessage").length === 40);
    expect(state().queue?.out).toBe(2);
    telegram.failing = undefined;
    await until(() => state().queue?.out === 0);
    expect(telegram.shown(ada)).toHaveLength(2);
  });
});

describe("a session of before", () => {
  it("only plans once the settings say so", async () => {
    const rules: { mode: "plan" | "ask" } = { mode: "ask" };
    const { telegram, restarts, sessions } = await givenChannel({
      daemon: { replies: [[says("One.")], [says("Two.")]] },
      rules,
    });
    telegram.says(ada, "First");
    await telegram.until(() => telegram.shown(ada).includes("One."));
    expect((await sessions()).map(({ mode }) => mode)).toEqual(["ask"]);
    rules.mode = "plan";
    await restarts();
    telegram.says(ada, "Second");
    await telegram.until(() => telegram.shown(ada).includes("Two."));
    expect((await sessions()).map(({ mode }) => mode)).toEqual(["plan"]);
  });
});

describe("a stranger", () => {
  it("is let in by the code of the machine, and by no other; five wrong ones end it", async () => {
    const { telegram, bridge, clock } = await givenChannel({ daemon: { replies: [[says("Hello.")]] } });
    const bob = 77;
    bridge.pair("ABCD2345", clock.ms + 600_000);
    telegram.says(bob, "WRONG234");
    telegram.says(bob, "abcd-2345");
    await telegram.until(() => telegram.shown(bob).length === 1);
    // The wrong one alone: the right one was heard.
    expect(bridge.state()).toMatchObject({ paired: ["77"], dropped: 1 });
    telegram.says(bob, "Hi");
    await telegram.until(() => telegram.shown(bob).includes("Hello."));
    bridge.pair("EFGH2345", clock.ms + 600_000);
    for (let count = 0; count < 5; count++) telegram.says(88, `WRNG234${count + 2}`);
    telegram.says(88, "EFGH2345");
    telegram.says(bob, "/help");
    await telegram.until(() => telegram.shown(bob).length === 3);
    expect(telegram.shown(88)).toEqual([]);
    expect(bridge.state().paired).toEqual(["77"]);
  });

  it("cannot keep others from pairing by wrong codes, until fifty of all end it", async () => {
    const { telegram, bridge, clock } = await givenChannel();
    bridge.pair("ABCD2345", clock.ms + 600_000);
    for (let count = 0; count < 60; count++) telegram.says(88, "WRNG2345");
    telegram.says(77, "ABCD2345");
    await telegram.until(() => telegram.shown(77).length === 1);
    expect(bridge.state().paired).toEqual(["77"]);
    bridge.pair("EFGH2345", clock.ms + 600_000);
    for (let count = 0; count < 50; count++) telegram.says(100 + (count % 10), "WRNG2345");
    telegram.says(78, "EFGH2345");
    telegram.says(77, "/help");
    await telegram.until(() => telegram.shown(77).length === 2);
    expect(bridge.state()).toMatchObject({ paired: ["77"] });
    expect(bridge.state().pairing).toBeUndefined();
  });
});

describe("a sender who is unpaired", () => {
  it("gets no answer that was not sent yet, although nothing of theirs waits", async () => {
    const rules = { allow: [String(ada), "77"] };
    const { telegram, state, restarts } = await givenChannel({
      rules,
      surroundings: {
        pause: (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
      },
    });
    telegram.refuses("sendMessage", { status: 429, description: "Too Many Requests", retry_after: 1 });
    telegram.says(ada, "/help");
    await telegram.until(() => telegram.called("sendMessage").length === 1);
    rules.allow = ["77"];
    await restarts();
    telegram.says(77, "/status");
    await telegram.until(() => telegram.shown(77).length === 1);
    expect(telegram.shown(ada)).toEqual([]);
    expect(state().queue?.in).toBe(0);
  });

  it("is not answered after a restart: what runs is stopped, what waits is gone", async () => {
    const { tool, running, release } = heldTool();
    const { telegram, daemon, bridge, clock, folder, restarts, sessions, state, until } = await givenChannel({
      daemon: { replies: [[callsTool("shell", { command: "sleep" })], [says("Late.")]], tools: [tool] },
    });
    bridge.pair("ABCD2345", clock.ms + 600_000);
    telegram.says(77, "ABCD2345");
    await telegram.until(() => telegram.shown(77).length === 1);
    telegram.says(77, "Wait for it.");
    await running;
    await writePaired(folder, []);
    await restarts();
    telegram.says(ada, "/status");
    await telegram.until(() => telegram.shown(ada).length === 1);
    release();
    const [session] = await sessions();
    const watcher = await Watcher.of(daemon.address, { session: session?.id as never });
    const ended = await watcher.seesEvent("turn.ended");
    expect(ended).toMatchObject({ event: { body: { reason: "cancelled" } } });
    expect(telegram.shown(77)).toHaveLength(1);
    await until(() => state().queue?.out === 0);
    expect(state().queue).toEqual({ in: 0, out: 0 });
  });
});

describe("commands", () => {
  it("are answered without the model, and /stop does not wait for the turn that it stops", async () => {
    const { tool, release } = heldTool();
    const { telegram, daemon } = await givenChannel({
      daemon: { replies: [[callsTool("shell", { command: "sleep" })], [says("Late.")]], tools: [tool] },
    });
    telegram.says(ada, "/status");
    await telegram.until(() => telegram.shown(ada).length === 1);
    telegram.says(ada, "Wait for it.");
    await telegram.until(() => telegram.called("sendChatAction").length > 0);
    telegram.says(ada, "/stop");
    await telegram.until(() => telegram.shown(ada).filter((text) => text === "Stopped.").length >= 1);
    release();
    telegram.says(ada, "/mode plan");
    await telegram.until(() => telegram.shown(ada).includes("Mode: plan."));
    telegram.says(ada, "/mode ask");
    await telegram.until(() => telegram.shown(ada).some((text) => text.startsWith("From here the mode")));
    expect(telegram.shown(ada)[0]).toContain("small: ready");
    expect(await turnsIn(daemon)).toBe(1);
  });
});

describe("a turn that /new left", () => {
  it("is stopped by /stop, with what runs in the new session", async () => {
    const { tool, release } = heldTool();
    const { telegram, daemon, sessions } = await givenChannel({
      daemon: { replies: [[callsTool("shell", { command: "sleep" })], [says("Late.")]], tools: [tool] },
    });
    telegram.says(ada, "Wait for it.");
    await telegram.until(() => telegram.called("sendChatAction").length > 0);
    const id = (await sessions())[0]?.id as never;
    const watcher = await Watcher.of(daemon.address, { session: id });
    telegram.says(ada, "/new");
    await telegram.until(() => telegram.shown(ada).includes("New session."));
    telegram.says(ada, "/stop");
    await telegram.until(() => telegram.shown(ada).length >= 2);
    release();
    const ended = await watcher.seesEvent("turn.ended");
    expect(ended).toMatchObject({ event: { body: { reason: "cancelled" } } });
  });
});

describe("a question of the model's", () => {
  it("that was answered at the machine takes no message of the chat for its answer", async () => {
    const { tool, release } = heldTool();
    const asks: Tool = {
      ...fakeShell([], "read"),
      spec: { ...fakeShell([], "read").spec, name: "ask_user" },
      question: () => ({ question: "Which one?" }),
    };
    const { telegram, daemon, sessions, state, until } = await givenChannel({
      daemon: {
        replies: [[callsTool("ask_user", {})], [callsTool("shell", { command: "make" })], [says("Both.")]],
        tools: [asks, tool],
      },
    });
    telegram.says(ada, "Begin.");
    await telegram.until(() => telegram.shown(ada).includes("Which one?"));
    const id = (await sessions())[0]?.id as never;
    const watcher = await Watcher.of(daemon.address, { session: id });
    const [asked] = (await daemon.logOf(id)).flatMap(({ body }) =>
      body.type === "question.asked" ? [body] : [],
    );
    const { callId, digest } = asked as EventOf<"question.asked">;
    await daemon.does(id, { type: "answer-question", callId, digest, end: "answered", text: "the first" });
    telegram.says(ada, "And a wren.");
    const joined = await watcher.seesEvent("steering.queued");
    release();
    await telegram.until(() => telegram.shown(ada).includes("Both."));
    expect(joined).toMatchObject({ event: { body: { text: "And a wren." } } });
    await until(() => state().queue?.in === 0);
  });
});

describe("a question that reaches a phone", () => {
  it("shows the tool and every argument beside the command", async () => {
    const { telegram } = await givenQuestion("edit", [], { command: "make", cwd: "/elsewhere" });
    expect(telegram.shown(ada).join("\n")).toContain('shell make\n{"command":"make","cwd":"/elsewhere"}');
  });

  it("is answered by the right press alone, and runs once", async () => {
    const { telegram, clock, daemon, runs, signs } = await givenQuestion("edit");
    const yes = signs("y");
    telegram.presses(ada, yes);
    await acknowledged(telegram, "This question is closed.");
    clock.ms += 1_500;
    telegram.presses(666, yes);
    telegram.presses(ada, yes, { id: -100500, type: "supergroup" });
    telegram.presses(ada, "yaaaaaaaaaa");
    await acknowledged(telegram, "This question is closed.", 2);
    expect(runs).toEqual([]);
    telegram.presses(ada, yes);
    telegram.presses(ada, yes);
    await telegram.until(() => telegram.shown(ada).includes("Done."));
    expect(runs).toHaveLength(1);
    const [session] = (await daemon.client.call("listSessions")).sessions;
    const resolved = (await daemon.logOf(session?.id as never)).flatMap(({ body }) =>
      body.type === "approval.resolved" ? [body] : [],
    );
    expect(resolved.map(({ origin, scope }: EventOf<"approval.resolved">) => ({ origin, scope }))).toEqual([
      { origin: { channel: "telegram", sender: String(ada) }, scope: "once" },
    ]);
  });

  it("expires after a quarter of an hour", async () => {
    const { telegram, clock, runs, signs } = await givenQuestion("edit");
    clock.ms += 901_000;
    telegram.presses(ada, signs("y"));
    await acknowledged(telegram, "This question is closed.");
    expect(runs).toEqual([]);
  });

  it("is told as answered where somebody at the machine was first", async () => {
    const { telegram, clock, daemon, runs, signs } = await givenQuestion("edit");
    const [session] = (await daemon.client.call("listSessions")).sessions;
    const id = session?.id as never;
    const asked = (await daemon.logOf(id)).flatMap(({ body }) =>
      body.type === "approval.requested" ? [body] : [],
    );
    const [{ callId, digest }] = asked as [EventOf<"approval.requested">];
    await daemon.does(id, { type: "deny", callId, digest });
    await telegram.until(() => telegram.shown(ada).some((text) => text.endsWith("Answered at the machine.")));
    clock.ms += 1_500;
    telegram.presses(ada, signs("y"));
    await acknowledged(telegram, "This question is closed.");
    expect(runs).toEqual([]);
  });

  it.each<[Risk, RiskReason[], string]>([
    ["destructive", [], "rm -r build"],
    ["external", [], "push"],
    ["execute", [], "make"],
    ["edit", ["protected_path"], "edit"],
    ["edit", ["foreign_tool"], "edit"],
    ["edit", [], "x".repeat(5_000)],
  ])("can only be denied there when it is %s for %j", async (risk, reasons, command) => {
    const { telegram, clock, runs, buttons } = await givenQuestion(risk, reasons, command);
    expect(buttons().map(([kind]) => kind)).toEqual(["n"]);
    clock.ms += 1_500;
    const [no = ""] = buttons();
    telegram.presses(ada, no.replace(/^n/, "y"));
    await acknowledged(telegram, "This question is closed.");
    telegram.presses(ada, no);
    await acknowledged(telegram, "Denied.");
    expect(runs).toEqual([]);
  });
});

async function acknowledged(
  telegram: Awaited<ReturnType<typeof givenChannel>>["telegram"],
  words: string,
  times = 1,
) {
  await telegram.until(
    () => telegram.called("answerCallbackQuery").filter(({ text }) => text === words).length >= times,
  );
}

/** A call that waits for its answer, shown in a chat. */
async function givenQuestion(
  risk: Risk,
  reasons: RiskReason[] = [],
  given: string | Record<string, string> = "make",
) {
  const args = typeof given === "string" ? { command: given } : given;
  const runs: unknown[] = [];
  const tool = { ...fakeShell(runs, risk), assess: async () => ({ risk, reasons }) };
  const backend = new ScriptedBackend([[callsTool("shell", args)], [says("Done.")]]);
  const channel = await givenChannel({ daemon: { backend, tools: [tool] }, rules: { phone: true } });
  const { telegram } = channel;
  telegram.says(ada, "Do it.");
  const asked = () => telegram.called("sendMessage").find(({ reply_markup }) => reply_markup !== undefined);
  await telegram.until(() => asked() !== undefined);
  const buttons = () => {
    const markup = asked()?.reply_markup as { inline_keyboard: { callback_data: string }[][] } | undefined;
    return (markup?.inline_keyboard ?? []).flat().map(({ callback_data }) => callback_data);
  };
  return {
    ...channel,
    runs,
    buttons,
    signs: (kind: "y" | "n") => buttons().find((data) => data.startsWith(kind)) ?? "",
  };
}
