import { callsTool, givenSession, notingTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

describe("a call that its tool would refuse", () => {
  it("is answered without asking the user and without running", async () => {
    const runs: unknown[] = [];
    const edit = notingTool(runs, { name: "edit", risk: "edit" });
    const refused = {
      outcome: "error",
      content: "Read a.txt first.",
      seen: [{ path: "b.txt", hash: "h" }],
    } as const;
    const session = await givenSession({
      replies: [[callsTool("edit", {})], [says("I see.")]],
      tools: [{ ...edit, assess: async () => ({ risk: "edit", reasons: ["changes_file"], refused }) }],
    });

    await session.says("change it");
    await session.until("turn.ended");

    expect(runs).toEqual([]);
    expect(session.story()).not.toContain("approval.requested");
    expect(session.bodies("tool.finished")).toMatchObject([refused]);
  });
});
