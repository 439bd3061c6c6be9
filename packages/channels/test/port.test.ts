import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { callsTool, ScriptedBackend, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import type { Given } from "../../server/test/kit/given-daemon.ts";
import { Watcher } from "../../server/test/kit/watcher.ts";
import type { Limits } from "../src/port.ts";
import { lengthIn } from "../src/split-text.ts";
import { givenBridge, heldTool, turnsIn } from "./kit/given-bridge.ts";
import { type Stage, stages } from "./kit/stages.ts";

describe.each(stages)("a channel of $kind", ({ kind, missing = false, begins }) => {
  /** The channel on its stage, once the service answers. */
  async function given(daemonOf: (limits: Limits) => Given = () => ({})) {
    const stage = await begins();
    const adapter = stage.adapter();
    const bridge = await givenBridge(kind, () => adapter, { daemon: daemonOf(adapter.limits) }, stage.rules);
    const up = () => bridge.until(() => bridge.state().state === "up");
    await up();
    await stage.listens?.();
    return Object.assign(bridge, { stage, up, adapter });
  }

  /** What Ada was told, without the words before what was perhaps sent already. */
  const told = (stage: Stage) =>
    stage
      .shown()
      .map((text) => text.replace(/^\(perhaps again\)\n?/, ""))
      .filter((text) => text !== "");

  it.skipIf(missing)(
    "makes one turn and one answer of a message, also after a kill in the middle",
    async () => {
      const { stage, adapter, daemon, sessions, state, until, stops, begins, keepsOfJournal } = await given(
        () => ({
          replies: [[says("A wren.")]],
        }),
      );
      await stage.says("Which bird?");
      await stage.until(() => told(stage).includes("A wren."));
      expect((await sessions()).map(({ origin }) => origin)).toEqual([{ channel: kind }]);
      await stops();
      await keepsOfJournal(({ t }) => t !== "sent");
      await begins();
      await until(() => state().state === "up" && state().queue?.out === 0);
      expect(new Set(told(stage))).toEqual(new Set(["A wren."]));
      expect(told(stage).length).toBeLessThanOrEqual(adapter.sendsOnce ? 1 : 2);
      expect(await turnsIn(daemon)).toBe(1);
    },
  );

  it.skipIf(missing)("says nothing to strangers, and does nothing for them", async () => {
    const { stage, daemon, folder, sessions, state, until } = await given();
    const lines = async () =>
      (await readFile(join(folder, "journal.jsonl"), "utf8"))
        .split("\n")
        .filter((line) => !(stage.cursorMoves && line.startsWith('{"t":"cursor"')));
    const before = await lines();
    const count = await stage.strangers();
    await until(() => state().dropped === count);
    expect(stage.spoke()).toEqual([]);
    expect(await sessions()).toEqual([]);
    expect(await turnsIn(daemon)).toBe(0);
    expect(await lines()).toEqual(before);
  });

  it.skipIf(missing)("splits a long answer within the limit, and the pieces are the answer", async () => {
    let long = "";
    const { stage, adapter } = await given(({ unit, count }) => {
      for (let line = 0; lengthIn(unit, long) < 1.3 * count; line++)
        long += `${line === 0 ? "" : "\n"}Line ${line}: 鸟 sang 🐦 all day.`;
      return { replies: [[says(long)]] };
    });
    await stage.says("Tell me more.");
    const whole = () => stage.shown().join(stage.joint ?? "");
    await stage.until(() => whole().length >= long.length);
    expect(whole()).toBe(long);
    expect(stage.shown().length).toBeGreaterThan(1);
    const { unit, count } = adapter.limits;
    for (const text of stage.shown()) expect(lengthIn(unit, text)).toBeLessThanOrEqual(count);
  });

  it.skipIf(missing)("stops with a sentence where the service turns it away", async () => {
    const stage = await begins();
    const { state, until } = await givenBridge(kind, stage.refused);
    await until(() => state().state === "parked");
    expect(state()).toMatchObject({ why: stage.why, detail: expect.stringMatching(/\w/) });
    expect(JSON.stringify(state())).not.toContain("hush");
  });

  it.skipIf(missing)("loses nothing while the service is away, thrice", async () => {
    const { stage, adapter, bridge, daemon, state, until, up } = await given(() => ({
      replies: [0, 1, 2, 3].map((round) => [says(`Answer ${round}.`)]),
    }));
    await stage.says("Question 0");
    await stage.until(() => told(stage).includes("Answer 0."));
    const wanted = ["Answer 0."];
    for (let round = 1; round <= 3; round++) {
      await stage.leaves();
      await until(() => state().state !== "up");
      if (adapter.keepsMessages) await stage.says(`Question ${round}`);
      await bridge.post(stage.ada, `News ${round}.`, `news-${round}`);
      await stage.returns();
      await up();
      if (!adapter.keepsMessages) await stage.says(`Question ${round}`);
      wanted.push(`Answer ${round}.`, `News ${round}.`);
      await stage.until(() => wanted.every((text) => told(stage).includes(text)));
      await until(() => state().queue?.out === 0);
    }
    const shown = told(stage);
    expect(new Set(shown)).toEqual(new Set(wanted));
    if (adapter.sendsOnce) expect(shown).toHaveLength(wanted.length);
    expect(await turnsIn(daemon)).toBe(4);
  });

  it.skipIf(missing)("answers /status and /stop without the model", async () => {
    const { tool, running, release } = heldTool();
    const backend = new ScriptedBackend([[callsTool("shell", { command: "sleep" })], [says("Late.")]]);
    const { stage, daemon, sessions } = await given(() => ({ backend, tools: [tool] }));
    await stage.says("/status");
    await stage.until(() => told(stage).some((text) => text.includes("small: ready")));
    expect(backend.requests).toEqual([]);
    await stage.says("Wait for it.");
    await running;
    const [session] = await sessions();
    const watcher = await Watcher.of(daemon.address, { session: session?.id as never });
    await stage.says("/stop");
    await stage.until(() => told(stage).includes("Stopped."));
    release();
    const ended = await watcher.seesEvent("turn.ended");
    expect(ended).toMatchObject({ event: { body: { reason: "cancelled" } } });
    expect(backend.requests).toHaveLength(1);
    expect(told(stage)).not.toContain("Late.");
  });
});
