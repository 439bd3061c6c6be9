import { callsTool, fakeTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

/**
 * What a person would be sorry to lose, planted where it comes up in real work, early in a history that outgrows its
 * window; and the model writes no notes of any use.
 */
const planted = Array.from({ length: 20 }, (_, at) => {
  const number = 4_000 + at * 137;
  return {
    path: `src/module-${at}/harbour-${number}.ts`,
    error: `TypeError: cannot read property 'berth${number}' of undefined`,
    value: `BERTH_KEY=key-${(number * 7_919).toString(36)}`,
    number: `${number * 31} milliseconds`,
    decision: `I decided to keep the ${["old parser", "queue", "lock file", "cache", "index"][at % 5]} and to drop variant ${number}`,
    /** Where the value stands: in the user's words, in a file, in a command's output, or said in the middle of a turn. */
    where: (["user", "file", "output", "steering"] as const)[at % 4],
  };
});

type Planted = (typeof planted)[number];

/** Noise of the length that real outputs have. */
const noise = (lines: number) =>
  Array.from(
    { length: lines },
    (_, at) => `ordinary words of an ordinary line, one after the other ${at % 7 === 0 ? "so" : ""}`,
  ).join("\n");

function replies({ path, error, decision, number }: Planted): ScriptedReply[] {
  const filler = Array.from(
    { length: 12 },
    (_, at): ScriptedReply => [callsTool("read", { path: `docs/part-${at}.md` })],
  );
  return [
    [says("I look at the module first."), callsTool("read", { path })],
    [callsTool("shell", { command: `env node ${path}` })],
    [
      says(`The run took ${number}. ${decision}, because ${error.split(":")[0]} comes from there.`),
      callsTool("read", { path: "docs/next.md" }),
    ],
    ...filler,
    [says("Done.")],
  ];
}

it.each(planted.map((one, at) => [at + 1, one] as const))(
  "history %i: path, error, value, number and decision are in what comes next",
  async (_, one) => {
    const { path, error, value, where } = one;
    const shell = fakeTool({
      name: "shell",
      risk: "execute",
      run: () => ({
        outcome: "ok",
        exitCode: 1,
        content: `exit code 1\n${noise(60)}\n${where === "output" ? `${value}\n` : ""}${error}\n    at ${path}:12\n${noise(20)}`,
      }),
    });
    const read = fakeTool({
      name: "read",
      risk: "read",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      run: ({ path: asked }) => ({
        outcome: "ok",
        content: asked === path ? `${noise(40)}\n${where === "file" ? value : ""}\n${noise(60)}` : noise(90),
      }),
    });
    const session = await givenSession({ replies: replies(one), tools: [read, shell], window: 16_384 });
    session.session.watch((news) => {
      if (news.kind !== "event") return;
      const { body } = news.event;
      if (body.type === "approval.requested")
        void session.does({ type: "approve", callId: body.callId, digest: body.digest, scope: "once" });
      if (body.type === "tool.started" && body.callId === "c00000003" && where === "steering")
        void session.does({ type: "send-message", text: `And remember ${value}.` });
    });
    await session.says(`Mend the harbour module.${where === "user" ? ` The key is ${value}.` : ""}`);
    expect(session.bodies("context.compacted").length).toBeGreaterThan(0);
    expect(session.bodies("context.compacted")[0]).toMatchObject({ by: "rules" });
    const shown =
      session.backend.prompts
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join("\n") ?? "";
    const wanted = { path, error, value, number: one.number, decision: one.decision };
    const missing = Object.entries(wanted).filter(([, words]) => !shown.includes(words));
    expect(missing, session.bodies("context.compacted").at(-1)?.summary).toEqual([]);
  },
);
