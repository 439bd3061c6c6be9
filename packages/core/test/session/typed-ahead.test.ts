import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

const message = (text: string) => ({ type: "send-message", text }) as const;

it("a demonstration model hears what was typed ahead one by one, each when the one before is answered", async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const session = await givenSession({
    replies: [
      [gate, callsTool("read", { path: "a.txt" })],
      [says("a.txt is read.")],
      [says("b.txt is read.")],
      [says("c.txt is read.")],
    ],
    tools: [fakeTool({ name: "read", risk: "read", run: async () => ({ outcome: "ok", content: "one" }) })],
    traits: { steeringAtOnce: 1 },
  });
  await session.does(message("read a.txt"));
  expect(await session.does(message("read b.txt"))).toMatchObject({ accepted: "joined" });
  expect(await session.does(message("read c.txt"))).toMatchObject({ accepted: "joined" });
  go();
  await session.session.settled();
  const said = session.backend.prompts.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`);
  expect(said?.slice(-5)).toEqual([
    "tool: one",
    "assistant: a.txt is read.",
    "user: read b.txt",
    "assistant: b.txt is read.",
    "user: read c.txt",
  ]);
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
});
