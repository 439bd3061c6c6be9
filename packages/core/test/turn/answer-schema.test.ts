import { fails, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

const answerSchema = { type: "object", properties: { port: { type: "integer" } }, required: ["port"] };
const asked = async (...[replies, able]: [Parameters<typeof givenSession>[0]["replies"], boolean]) => {
  const guidance = ["form" as const, "claims" as const];
  const session = await givenSession({ replies, answerSchema: able, traits: { guidance } });
  await session.says("which port?");
  await session.does({ type: "send-message", text: "As JSON.", answerSchema });
  await session.session.settled();
  return session;
};
const words = [says("It is set to 90.")];
const value = [says('{"port":90}')];

it("holds the replies of that turn to the schema where the server can, and the prompt only grows", async () => {
  const session = await asked([words, value], true);
  const { prompts, requests } = session.backend;
  expect(requests.map((request) => request.answerSchema)).toEqual([undefined, answerSchema]);
  expect(requests[1]).toMatchObject({ toolChoice: "none", reasoningTokens: 0 });
  expect(prompts[1]?.messages.slice(0, 2)).toEqual(prompts[0]?.messages);
  expect(prompts[1]?.tools).toEqual(prompts[0]?.tools);
  expect(session.bodies("reply.text").map(({ text }) => text)).toEqual(["It is set to 90.", '{"port":90}']);
  expect(session.bodies("turn.ended").map(({ reason }) => reason)).toEqual(["done", "done"]);
});

it("asks without one where the server cannot, or cannot compile it after all", async () => {
  const plain = await asked([words, value], false);
  expect(plain.backend.requests.map((request) => request.answerSchema)).toEqual([undefined, undefined]);
  const refused = await asked([words, [fails("grammar")], value], true);
  expect(refused.backend.requests.map((request) => request.answerSchema)).toEqual([
    undefined,
    answerSchema,
    undefined,
  ]);
  expect(refused.bodies("turn.ended").map(({ reason }) => reason)).toEqual(["done", "done"]);
});

it("refuses a schema for words that join a turn", async () => {
  let goOn = () => {};
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  const session = await givenSession({ replies: [[waits, says("Hello.")]] });
  await session.does({ type: "send-message", text: "hi" });
  const joining = session.does({ type: "send-message", text: "As JSON.", answerSchema });
  await expect(joining).rejects.toMatchObject({ code: "session_busy" });
  goOn();
  await session.session.settled();
});
