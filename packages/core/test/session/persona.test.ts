import { describe, expect, it } from "vitest";
import { freezeLoadout, openSession, systemPrompt } from "../../src/index.ts";
import { bareOpening, memoryEventLog, ScriptedBackend, stillHost } from "../../testing/index.ts";

const agent = { backend: new ScriptedBackend([]), tools: [], host: stillHost(), limits: { maxSteps: 1 } };

function opened(words: { persona?: string; memory?: string }, log = memoryEventLog(), systemText?: string) {
  const source = {
    ...{ metadata: { name: "terse" }, engine: [], adapter: [], crew: {} },
    permission: { ask: [], deny: [] },
    ...words,
  };
  const { frozen } = freezeLoadout(source, { tools: [], catalog: [] });
  return openSession({
    log,
    agent,
    opening: { ...bareOpening, systemText, loadout: { name: "terse", digest: "d1", ...frozen } },
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

describe("the person's own part of the system text", () => {
  it("stands behind ours and a loadout's, and the session says which part it is", async () => {
    const log = memoryEventLog();
    const opening = { ...bareOpening, systemText: " Answer in verse.\r\nRhyme.\n" };
    const session = await openSession({ log, agent, opening });
    expect(session.state().prefix.system).toBe(`${systemPrompt}\n\nAnswer in verse.\nRhyme.`);
    expect(session.state().systemText).toBe("Answer in verse.\nRhyme.");
    await session.close();
    const again = await openSession({ log, agent, opening: { ...bareOpening, systemText: "Other." } });
    expect(again.state().systemText).toBe("Answer in verse.\nRhyme.");
    const terse = await opened({ persona: "You are terse." }, memoryEventLog(), "Answer in verse.");
    expect(terse.state().prefix.system).toBe(`You are terse.\n\n${systemPrompt}\n\nAnswer in verse.`);
  });

  it.each([undefined, " \n"])("that is %j adds nothing to the prompt or the log", async (systemText) => {
    const log = memoryEventLog();
    const session = await openSession({ log, agent, opening: { ...bareOpening, systemText } });
    expect(session.state().prefix.system).toBe(systemPrompt);
    expect(session.state()).not.toHaveProperty("systemText");
  });
});
