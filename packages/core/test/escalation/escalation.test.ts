import {
  callsTool,
  crewOf,
  fails,
  fakeEdit,
  fakeTool,
  type Given,
  givenSession,
  ScriptedBackend,
  says,
  waitingTool,
} from "@kestrel/core/testing";
import { mostEscalations, type OpBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";

const edit = fakeEdit();
let runs = 0;
/** A check that fails each time in other words. */
const shell = fakeTool({
  name: "shell",
  risk: "read",
  parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  run: () => ({ outcome: "error", content: `exit code 1\nrun ${++runs}`, exitCode: 1 }),
});
/** Somebody answers the offer while this runs. */
const pause = (meanwhile: () => Promise<unknown>) => waitingTool("pause", meanwhile, "paused");

const edits = (n: number) => [callsTool("edit", { path: "a.ts", n })];
const fails1 = [callsTool("shell", { command: "npm test" })];
const pauses = [callsTool("pause", {})];
const done = [says("It is done.")];
const twoFailures = [edits(1), fails1, edits(2), fails1];
const under = {
  name: "mine",
  digest: "d",
  crew: [{ role: "larger" as const, model: { url: "http://127.0.0.1:9" } }],
};

async function given(replies: Given["replies"], larger: Given["replies"], more: Partial<Given> = {}) {
  const model = new ScriptedBackend(larger);
  let answers: OpBody[] = [];
  const session: Awaited<ReturnType<typeof givenSession>> = await givenSession({
    replies,
    tools: [edit, shell, pause(async () => Promise.all(answers.map((op) => session.does(op))))],
    crew: crewOf({ larger: model }),
    under,
    ...more,
  });
  const meanwhile = (...ops: OpBody[]) => {
    answers = ops;
  };
  return { session, larger: model, meanwhile };
}
const answers = (offer: string, accepted = true): OpBody => ({ type: "answer-escalation", offer, accepted });

describe("a turn in which two checks failed one after the other", () => {
  it("is offered to the larger model once, and goes on with the lead while nobody says yes", async () => {
    const { session, larger } = await given([...twoFailures, edits(3), fails1, done, done], []);
    await session.says("mend it");
    expect(session.bodies("escalation.offered")).toMatchObject([
      { offer: "x1", why: "failed_checks", model: "small" },
    ]);
    expect(larger.prompts).toEqual([]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "unfinished" }]);
  });

  it("is taken over from the next step on when the person accepts: the same prompt, grown; and only that turn", async () => {
    const { session, larger, meanwhile } = await given(
      [...twoFailures, pauses, [says("Still here.")]],
      [edits(3), done, done],
    );
    meanwhile(answers("x1"));
    await session.says("mend it");
    const [lead, first] = [session.backend.prompts.at(-1), larger.prompts[0]];
    const before = JSON.stringify(lead?.messages).slice(0, -1);
    expect(JSON.stringify(first?.messages).startsWith(before)).toBe(true);
    expect(first?.tools).toEqual(lead?.tools);
    expect(larger.prompts.length).toBeGreaterThanOrEqual(2);
    const asked = session.backend.prompts.length;
    await session.says("thanks");
    expect(session.backend.prompts).toHaveLength(asked + 1);
    expect(session.bodies("escalation.answered")).toMatchObject([{ offer: "x1", accepted: true }]);
  });

  it("stays the lead's when the person refuses, and is not offered again in that turn", async () => {
    const { session, larger, meanwhile } = await given(
      [...twoFailures, pauses, edits(3), fails1, edits(4), fails1, done, done],
      [],
    );
    meanwhile(answers("x1", false));
    await session.says("mend it");
    expect(larger.prompts).toEqual([]);
    expect(session.bodies("escalation.offered")).toHaveLength(1);
  });

  it("goes on with the lead where the larger model cannot answer, and says so", async () => {
    const { session, meanwhile } = await given(
      [...twoFailures, pauses, done, done],
      [[fails("unreachable")]],
    );
    meanwhile(answers("x1"));
    await session.says("mend it");
    expect(session.bodies("escalation.ended")).toMatchObject([{ failure: { code: "unreachable" } }]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "unfinished" }]);
  });

  it("stays the lead's where the larger model's window does not hold the conversation: no room is made for it", async () => {
    const { session, larger, meanwhile } = await given([...twoFailures, pauses, done, done], []);
    larger.facts = async () => ({ ...(await session.backend.facts()), window: 64 });
    meanwhile(answers("x1"));
    await session.says("mend it");
    expect(session.bodies("escalation.ended")).toMatchObject([{ failure: { code: "context_overflow" } }]);
    expect(session.bodies("context.compacted")).toEqual([]);
    expect(larger.prompts).toEqual([]);
  });

  it("can be taken over in the next turn, when the answer comes after its end", async () => {
    const { session, larger } = await given([...twoFailures, done, done], [[says("Mended.")]]);
    await session.says("mend it");
    await session.does(answers("x1"));
    await session.says("try again");
    expect(larger.prompts).toHaveLength(1);
    expect(session.session.state().escalation).toMatchObject({ used: 1 });
  });

  it("is offered at most three times with a yes in a session; a fourth is refused", async () => {
    const turns = Array.from({ length: 4 }, () => [...twoFailures, done, done]).flat();
    const rest = Array.from({ length: 3 }, () => done);
    const { session } = await given(
      [...turns, ...rest],
      Array.from({ length: 3 }, () => done),
    );
    for (let turn = 1; turn <= mostEscalations; turn++) {
      await session.says("mend it");
      await session.does(answers(`x${turn}`));
      await session.says("you try");
    }
    await session.says("mend it");
    expect(session.bodies("escalation.offered")).toHaveLength(mostEscalations);
    await expect(session.does(answers("x4"))).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a turn that ended because it went in circles", () => {
  it("is offered to the larger model", async () => {
    const look = fakeTool({
      name: "look",
      risk: "read",
      run: () => ({ outcome: "ok", content: "as before" }),
    });
    const same = Array.from({ length: 20 }, () => [callsTool("look", {})]);
    const { session } = await given(same, [], { tools: [look] });
    await session.says("mend it");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "doom_loop" }]);
    expect(session.bodies("escalation.offered")).toMatchObject([{ why: "doom_loop" }]);
  });
});

describe("nothing is offered", () => {
  it.each([
    ["where no larger model is named", { under: { ...under, crew: [] } }],
    ["where its seat is the lead's own", { crew: crewOf({}) }],
  ])("%s", async (_, more) => {
    const { session } = await given([...twoFailures, done, done], [], more);
    await session.says("mend it");
    expect(session.bodies("escalation.offered")).toEqual([]);
  });

  it("after a check that passed in between", async () => {
    const passes = fakeTool({
      name: "shell",
      risk: "read",
      parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      run: ({ command }) => {
        const exitCode = String(command).endsWith("ok") ? 0 : 1;
        return { outcome: exitCode === 0 ? "ok" : "error", content: `run ${++runs}`, exitCode };
      },
    });
    const ok = [callsTool("shell", { command: "npm test ok" })];
    const { session } = await given([edits(1), fails1, ok, edits(2), fails1, done, done], [], {
      tools: [edit, passes],
    });
    await session.says("mend it");
    expect(session.bodies("escalation.offered")).toEqual([]);
  });
});
