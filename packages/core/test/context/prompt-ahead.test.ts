import { promptAhead, steadyWords } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says, thinks } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });

describe("the prompt that is read ahead of time", () => {
  it("is the one that will be asked with, byte for byte, at the first message and at later ones", async () => {
    const session = await givenSession({
      tools: [read],
      replies: [[thinks("Well."), callsTool("read", { path: "a" })], [says("Read.")], [says("Yes.")]],
    });
    for (const text of ["look at a", "and b?"]) {
      const ahead = promptAhead(session.session.state(), text);
      const asked = session.backend.prompts.length;
      await session.says(text);
      expect(JSON.stringify(session.backend.prompts[asked])).toBe(JSON.stringify(ahead));
    }
  });

  it("is none while a turn is under way, and none of a session in which nothing was said", async () => {
    const session = await givenSession({ replies: [[new Promise(() => {})]] });
    expect(promptAhead(session.session.state(), "")).toBeUndefined();
    await session.does({ type: "send-message", text: "wait" });
    expect(promptAhead(session.session.state(), "more")).toBeUndefined();
    await session.does({ type: "cancel" });
    await session.session.settled();
  });

  it.each([
    ["fix the bug in pars", false, "fix the bug in"],
    ["fix the bug in ", false, "fix the bug in"],
    ["  fix the bug\n\n", true, "fix the bug"],
    ["parser", false, ""],
  ])("of %j being typed (whole: %s) has the words that will stand: %j", (typed, whole, words) => {
    expect(steadyWords(typed, whole)).toBe(words);
  });
});
