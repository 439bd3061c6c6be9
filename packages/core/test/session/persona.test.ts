import { describe, expect, it } from "vitest";
import { freezeLoadout, openSession, systemPrompt } from "../../src/index.ts";
import { bareOpening, memoryEventLog, ScriptedBackend, stillHost } from "../../testing/index.ts";

function opened(words: { persona?: string; memory?: string }, log = memoryEventLog()) {
  const source = {
    ...{ metadata: { name: "terse" }, engine: [], adapter: [], crew: {} },
    permission: { ask: [], deny: [] },
    ...words,
  };
  const { frozen } = freezeLoadout(source, { tools: [], catalog: [] });
  return openSession({
    log,
    agent: { backend: new ScriptedBackend([]), tools: [], host: stillHost(), limits: { maxSteps: 1 } },
    opening: { ...bareOpening, loadout: { name: "terse", digest: "d1", ...frozen } },
  });
}

describe("the words of a loadout", () => {
  it("stand around the system text, in the first event, for as long as the session lives", async () => {
    const log = memoryEventLog();
    const session = await opened({ persona: "You are terse.\n", memory: "The house has two floors." }, log);
    const system = `You are terse.\n\n${systemPrompt}\n\nKnown from before:\nThe house has two floors.`;
    expect(session.state().prefix.system).toBe(system);
    expect(session.state().loadout).toEqual({ name: "terse", digest: "d1" });
    await session.close();
    const again = await opened({ persona: "Now you are verbose." }, log);
    expect(again.state().prefix.system).toBe(system);
  });

  it("that are not there add nothing", async () => {
    expect((await opened({ persona: " \n" })).state().prefix.system).toBe(systemPrompt);
  });
});
