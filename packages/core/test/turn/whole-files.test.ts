import { callsTool, type Given, givenSession, notingTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const text = "def total(items):\n    return sum(items)";
const whole = "cart.py\n```python\ndef total(items):\n    return sum(items) * 2\n```";

const given = (replies: Given["replies"], more: Partial<Given> = {}) => {
  const writes: unknown[] = [];
  const seen = { outcome: "ok" as const, content: text, seen: [{ path: "cart.py", hash: "h" }] };
  const tools = [
    notingTool([], { name: "read", risk: "read", result: seen }),
    notingTool(writes, { name: "write", risk: "read" }),
  ];
  const namedFiles = { namedIn: async () => [{ path: "cart.py", length: 40, tokens: 10 }] };
  const traits = { guidance: ["named_files" as const, "whole_files" as const] };
  return givenSession({ replies, tools, namedFiles, traits, ...more }).then((session) => ({
    session,
    writes,
  }));
};

describe("a model that writes files whole", () => {
  it("is told the form behind the file that it is shown, and its block is a write like any other", async () => {
    const { session, writes } = await given([[says(whole)], [says("Doubled.")]]);
    await session.says("Double the total in cart.py.");
    const [first, second] = session.backend.prompts;
    expect(first?.messages.at(-1)?.content).toMatch(/\n\n\[To change cart\.py: .*whole new file\.\]$/);
    expect(writes).toEqual([{ path: "cart.py", content: "def total(items):\n    return sum(items) * 2\n" }]);
    expect(session.bodies("tool.requested").at(-1)).toMatchObject({ recovered: "whole_file", tool: "write" });
    expect(second?.messages.at(-2)).toMatchObject({ role: "assistant", calls: [{ name: "write" }] });
  });

  it("is asked for the whole file where it leaves lines out, once", async () => {
    const piece = "cart.py\n```python\n# rest of the code\n```";
    const { session, writes } = await given([[says(piece)], [says(piece)]]);
    await session.says("Double the total in cart.py.");
    expect(writes).toEqual([]);
    expect(session.bodies("tool.finished").at(-1)?.content).toContain("that leaves out lines of cart.py");
    expect(session.backend.prompts).toHaveLength(2);
  });

  it("may copy the form into a call: neither its sentence nor the file's name is written", async () => {
    const form =
      "[To change cart.py: write the line cart.py, and below it one code block with the whole new file.]";
    const { session, writes } = await given([
      [callsTool("write", { path: "cart.py", content: `a = 1\n\n${form}` })],
      [says(JSON.stringify({ name: "write", arguments: { path: "cart.py", content: "cart.py\nb = 2\n" } }))],
      [says("Done.")],
    ]);
    await session.says("Double the total in cart.py.");
    expect(writes).toEqual([
      { path: "cart.py", content: "a = 1\n" },
      { path: "cart.py", content: "b = 2\n" },
    ]);
  });

  it("is told no form where the message only asks", async () => {
    const { session } = await given([[says("It sums them.")]]);
    await session.says("What does cart.py return?");
    expect(session.backend.prompts[0]?.messages.at(-1)?.content).toBe(text);
  });

  it("may call tools all the same; another model's blocks stay words, and in plan mode nothing is said of it", async () => {
    const called = [callsTool("write", { path: "b.py", content: "x" })];
    const { session, writes } = await given([called, [says(whole)], [says("ok")]]);
    await session.says("go");
    expect(writes).toHaveLength(2);
    const other = await given([[says(whole)]], { traits: { guidance: ["named_files"] } });
    await other.session.says("Double the total in cart.py.");
    expect(other.writes).toEqual([]);
    expect(other.session.backend.prompts[0]?.messages.at(-1)?.content).toBe(text);
    const planned = await given([[says("I would.")]]);
    await planned.session.does({ type: "set-mode", mode: "plan" });
    await planned.session.says("Double the total in cart.py.");
    expect(planned.session.backend.prompts[0]?.messages.at(-1)?.content).toBe(text);
  });
});
