import { fillArguments, type Library } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

const library: Library = {
  list: async () => ({ skills: [], prompts: [], ignored: [], folders: { skills: "", prompts: "" } }),
  names: async () => [],
  switchSkill: async () => false,
  expand: async (name) => {
    if (name === "plan") return { kind: "prompt", text: "Plan now.", digest: "p", mode: "plan" };
    if (name === "code") return { kind: "prompt", text: "Code now.", digest: "c", mode: "not-plan" };
    return name === "pdf" ? { kind: "capability", text: "How to fill forms.", digest: "f" } : undefined;
  },
};

/** What a reply or a tool waits for, and what lets it go on. */
function waiting() {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { gate, go };
}

it("puts a way of working beside the next message, sets its mode, says nothing twice and changes nothing that was sent", async () => {
  const session = await givenSession({
    replies: [[says("One.")], [says("Two.")], [says("Three.")]],
    library,
  });
  await session.says("hello");
  const invoke = (name: string) => session.does({ type: "invoke", name });
  await invoke("plan");
  await invoke("plan");
  expect(session.session.state().mode).toBe("plan");
  await session.says("what first?");
  await invoke("plan");
  await invoke("pdf");
  await invoke("code");
  expect(session.session.state().mode).toBe("ask");
  await session.says("do it");
  await expect(invoke("nothing")).rejects.toMatchObject({ code: "not_found" });

  const [first, second, third] = session.backend.prompts.map(({ messages }) => messages);
  expect(second?.slice(0, first?.length)).toEqual(first);
  expect(third?.slice(0, second?.length)).toEqual(second);
  expect(second?.at(-1)?.content).toBe("Plan now.\n\nwhat first?");
  expect(third?.at(-1)?.content).toBe("How to fill forms.\n\nCode now.\n\ndo it");
  expect(session.bodies("mode.set").map(({ mode }) => mode)).toEqual(["plan", "ask"]);
});

it("waits within a turn for its next step, or for the next message, and sets its mode at once", async () => {
  const { gate, go } = waiting();
  const run = async () => {
    await gate;
    return { outcome: "ok" as const, content: "seen" };
  };
  const session = await givenSession({
    replies: [[callsTool("look", {})], [says("Looked.")], [says("Next.")]],
    tools: [fakeTool({ name: "look", risk: "read", run })],
    library,
  });
  await session.does({ type: "send-message", text: "look around" });
  await session.until("tool.started");
  const plan = await session.does({ type: "invoke", name: "plan" });
  expect(plan).toMatchObject({ accepted: "joined" });
  expect(session.session.state().mode).toBe("plan");
  expect(session.session.state().openTurn?.notes).toHaveLength(1);
  await session.does({ type: "invoke", name: "plan" });
  go();
  await session.session.settled();

  const [, second] = session.backend.prompts.map(({ messages }) => messages);
  expect(second?.at(-1)).toEqual({ role: "user", content: "Plan now." });
  expect(session.session.state().openTurn).toBeUndefined();
  expect(session.session.state().pendingNotes).toEqual([]);
  expect(session.bodies("note.queued")).toHaveLength(1);
  await session.says("and then?");
  expect(session.backend.prompts.at(-1)?.messages.at(-1)?.content).toBe("and then?");
});

it("is left for the next message by a turn that ends before it, also by a crash", async () => {
  const { gate, go } = waiting();
  const session = await givenSession({
    replies: [[says("One "), gate, says("two.")], [says("Next.")]],
    library,
  });
  await session.does({ type: "send-message", text: "hello" });
  await session.until("request.sent");
  await session.does({ type: "invoke", name: "pdf" });
  const crashed = await givenSession({ replies: [[says("Again.")]], library, log: session.log.reopened() });
  go();
  await session.session.settled();
  await session.says("now");
  expect(session.backend.prompts).toHaveLength(2);
  expect(session.backend.prompts.at(-1)?.messages.at(-1)?.content).toBe("How to fill forms.\n\nnow");
  await crashed.says("go on");
  expect(crashed.backend.prompts.at(-1)?.messages.at(-1)?.content).toBe("How to fill forms.\n\ngo on");
});

it.each([
  [
    "Notes for $1, in $2: $ARGUMENTS",
    '"the new one" brief',
    'Notes for the new one, in brief: "the new one" brief',
  ],
  ["Nothing is taken.", "but this", "Nothing is taken.\n\nbut this"],
  ["$1 and $2 and $10", "$2 x", "$2 and x and "],
  ["Costs $100 and $0.", "", "Costs $100 and $0."],
])("fills %j with %j", (template, given, filled) => {
  expect(fillArguments(template, given)).toBe(filled);
});
