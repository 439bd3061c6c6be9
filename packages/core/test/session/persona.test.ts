import { describe, expect, it } from "vitest";
import { openSession, systemPrompt } from "../../src/index.ts";
import { bareOpening, memoryEventLog, ScriptedBackend, stillHost } from "../../src/testing/index.ts";

const opened = (persona: string | undefined, log = memoryEventLog()) =>
  openSession({
    log,
    agent: { backend: new ScriptedBackend([]), tools: [], host: stillHost(), limits: { maxSteps: 1 } },
    opening: { ...bareOpening, persona },
  });

describe("a persona", () => {
  it("stands before the system text, in the first event, for as long as the session lives", async () => {
    const log = memoryEventLog();
    const session = await opened("You are terse.\n", log);
    expect(session.state().prefix.system).toBe(`You are terse.\n\n${systemPrompt}`);
    await session.close();
    const again = await opened("Now you are verbose.", log);
    expect(again.state().prefix.system).toBe(`You are terse.\n\n${systemPrompt}`);
  });

  it("that is not there adds nothing", async () => {
    expect((await opened(undefined)).state().prefix.system).toBe(systemPrompt);
  });
});
