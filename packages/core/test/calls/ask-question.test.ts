import type { Tool } from "@kestrel/core";
import type { EventOf, OpBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { callNamed } from "../../src/session/keep-images.ts";
import { callsTool, givenSession, says } from "../../testing/index.ts";

const asks: Tool = {
  concurrent: false,
  spec: { name: "ask_user", description: "", parameters: { type: "object", properties: {} } },
  describe: () => ({}),
  question: () => ({ question: "Which one?", choices: ["the first", "the second"] }),
  assess: async () => ({ risk: "read", reasons: [] }),
  run: async () => {
    throw new Error("a question is never run");
  },
};

type Asked = EventOf<"question.asked">;

/** A turn in which the model asks; `answers` are given one after the other, as they come with the question. */
async function given(answers: (asked: Asked) => OpBody[]) {
  const session = await givenSession({
    tools: [asks],
    replies: [[callsTool("ask_user", {})], [says("Good.")]],
  });
  const refused: string[] = [];
  session.session.watch((news) => {
    if (news.kind !== "event" || news.event.body.type !== "question.asked") return;
    const ops = answers(news.event.body);
    const oneByOne = async () => {
      for (const [at, op] of ops.entries())
        await session.does(op, `answer-${at}`).catch((error) => refused.push(error.code));
    };
    queueMicrotask(() => void oneByOne());
  });
  await session.says("Begin.");
  const call = callNamed(session.session.state(), "c00000001");
  return { session, refused, call };
}

describe("a question of the model's", () => {
  it("waits for the person, whose words are the answer; a second answer finds none waiting", async () => {
    const { call, refused, session } = await given(({ callId, digest }) => {
      const answer = {
        type: "answer-question",
        callId,
        digest,
        end: "answered",
        text: "the second",
      } as const;
      return [{ ...answer, digest: "another question's" }, answer, { ...answer, text: "the first" }];
    });
    expect(call).toMatchObject({
      status: "ok",
      content: "The user answered: the second",
      question: { question: "Which one?", choices: ["the first", "the second"], end: "answered" },
    });
    expect(refused).toEqual(["approval_stale", "approval_stale"]);
    expect(session.session.state().openTurn).toBeUndefined();
  });

  it.each([
    ["dismissed", "ok", /^The user did not answer\./],
    ["nobody", "error", /^No user is there to answer\./],
  ] as const)("that is %s is answered so", async (end, status, content) => {
    const { call } = await given(({ callId, digest }) => [{ type: "answer-question", callId, digest, end }]);
    expect(call).toMatchObject({ status, content: expect.stringMatching(content) });
  });

  it("ends with its turn", async () => {
    const { call } = await given(() => [{ type: "cancel" }]);
    expect(call).toMatchObject({ status: "cancelled", question: { end: "expired" } });
  });
});
