import { ScriptedBackend, stillEngine } from "@kestrel/core/testing";
import { backendInUse, EngineSchedule } from "@kestrel/runtime";
import { describe, expect, it } from "vitest";

const patient = () => new AbortController().signal;
const untilLetGo = (cancel: { addEventListener(type: "abort", listener: () => void): void }) =>
  new Promise<string>((resolve) => cancel.addEventListener("abort", () => resolve("let go")));

describe("who has the engine", () => {
  it("is a reply before anything that is read ahead: that is let go, and not begun while somebody replies", async () => {
    const schedule = new EngineSchedule();
    const reading = schedule.ahead(patient(), untilLetGo);
    await Promise.resolve();
    const done = schedule.reply();
    expect(await reading).toBe("let go");
    expect(await schedule.ahead(patient(), async () => "read")).toBeUndefined();
    const second = schedule.reply();
    done();
    done();
    expect(schedule.free()).toBe(false);
    second();
    expect(await schedule.ahead(patient(), async () => "read")).toBe("read");
  });

  it("reads one thing after the other, and what fails hinders nobody", async () => {
    const schedule = new EngineSchedule();
    const story: string[] = [];
    const reads = (name: string) => async () => {
      story.push(`${name} begins`);
      await Promise.resolve();
      story.push(`${name} ends`);
      if (name === "one") throw new Error("no");
    };
    const [one] = await Promise.allSettled([
      schedule.ahead(patient(), reads("one")),
      schedule.ahead(patient(), reads("two")),
    ]);
    expect(one.status).toBe("rejected");
    expect(story).toEqual(["one begins", "one ends", "two begins", "two ends"]);
  });

  it("lets go when whoever wished for it does not any more", async () => {
    const schedule = new EngineSchedule();
    const wish = new AbortController();
    const reading = schedule.ahead(wish.signal, untilLetGo);
    await Promise.resolve();
    wish.abort();
    expect(await reading).toBe("let go");
    expect(await schedule.ahead(wish.signal, async () => "read")).toBeUndefined();
  });

  it("speaks words nobody waits for in that place: not beside a reply, and let go when one begins", async () => {
    const schedule = new EngineSchedule();
    const done = schedule.reply();
    expect(await schedule.yielding(patient())).toBeUndefined();
    done();
    const lease = await schedule.yielding(patient());
    expect(lease?.letGo.aborted).toBe(false);
    const behind = schedule.ahead(patient(), async () => "read");
    schedule.reply()();
    expect(lease?.letGo.aborted).toBe(true);
    lease?.over();
    expect(await behind).toBe("read");
  });
});

it("is nobody's any more when a reply begins, though a program does not read on what it was lent", async () => {
  const schedule = new EngineSchedule();
  const backend = backendInUse(
    new ScriptedBackend([]),
    { ...stillEngine(), occupy: () => () => undefined },
    { schedule },
  );
  const lent = await backend.lend?.({ messages: [] }, patient());
  await lent?.bytes[Symbol.asyncIterator]().next();
  schedule.reply()();
  expect(await schedule.ahead(patient(), async () => "read")).toBe("read");
});
