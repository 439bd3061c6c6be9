import type { ReplyChunk, ToolResult } from "@kestrel/core";
import { callsTool, fails, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const written = (index: number, name: string, args: object): ReplyChunk => ({
  kind: "call-written",
  index,
  name,
  arguments: JSON.stringify(args),
});

function counted() {
  const count = { started: 0, used: 0 };
  return {
    count,
    earlyCalls: {
      started: () => {
        count.started += 1;
      },
      used: () => {
        count.used += 1;
      },
    },
  };
}

/** Tools that tell when they run; what they do waits for the test where it says so. */
function tools(run: () => ToolResult | Promise<ToolResult> = () => ({ outcome: "ok", content: "one" })) {
  const ran: string[] = [];
  const read = fakeTool({
    name: "read",
    risk: "read",
    run: (args) => {
      ran.push(`read ${args.path}`);
      return run();
    },
  });
  const write = fakeTool({
    name: "write",
    risk: "edit",
    run: (args) => {
      ran.push(`write ${args.path}`);
      return { outcome: "ok", content: "written" };
    },
  });
  return { ran, tools: [read, write] };
}

const a = { path: "a" };
const done = [says("Done.")];

describe("a call that only reads", () => {
  it("runs while the reply goes on, once, and the log is the one it would have been", async () => {
    const story = async (early: boolean) => {
      const { ran, tools: given } = tools();
      const { count, earlyCalls } = counted();
      let goOn = () => {};
      const slow = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const session = await givenSession({
        tools: given,
        earlyCalls: early ? earlyCalls : undefined,
        replies: [[written(0, "read", a), slow, callsTool("read", a)], done],
      });
      const turn = session.says("look");
      if (early) await expect.poll(() => ran).toEqual(["read a"]);
      goOn();
      await turn;
      expect(ran).toEqual(["read a"]);
      expect(count).toEqual(early ? { started: 1, used: 1 } : { started: 0, used: 0 });
      return { prompts: session.backend.prompts, story: session.story() };
    };
    expect(await story(true)).toEqual(await story(false));
  });

  it.each<[string, readonly ReplyChunk[], readonly string[]]>([
    ["a call that changes something", [written(0, "write", a), callsTool("write", a)], []],
    [
      "one behind a call that changes something",
      [
        written(0, "write", { path: "b" }),
        written(1, "read", a),
        callsTool("write", { path: "b" }),
        callsTool("read", a),
      ],
      ["read a"],
    ],
    ["a tool that is not there", [written(0, "fly", a), callsTool("fly", a)], []],
    [
      "arguments that want mending",
      [{ ...written(0, "read", a), arguments: '{"path": "a",}' } as ReplyChunk, callsTool("read", a)],
      ["read a"],
    ],
  ])("does not run early as %s", async (_, replies, ran) => {
    const { ran: runs, tools: given } = tools();
    const { count, earlyCalls } = counted();
    const session = await givenSession({ tools: given, earlyCalls, replies: [replies, done] });
    session.session.watch((news) => {
      if (news.kind !== "event" || news.event.body.type !== "approval.requested") return;
      const { callId, digest } = news.event.body;
      void session.does({ type: "deny", callId, digest });
    });
    await session.says("look");
    expect(runs).toEqual(ran);
    expect(count.used).toBe(0);
  });

  it("is thrown away with a reply that fails, and run anew when it is asked for again", async () => {
    const { ran, tools: given } = tools();
    const { earlyCalls } = counted();
    const session = await givenSession({
      tools: given,
      earlyCalls,
      replies: [[written(0, "read", a), fails("busy")], [callsTool("read", a)], done],
    });
    await session.says("look");
    expect(ran.filter((run) => run === "read a").length).toBeLessThanOrEqual(2);
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "ok", content: "one" }]);
  });

  it("whose answer would be cut otherwise is run again within its own bounds", async () => {
    const { ran, tools: given } = tools(() => ({ outcome: "ok", content: "x".repeat(40_000) }));
    const { count, earlyCalls } = counted();
    const session = await givenSession({
      tools: given,
      earlyCalls,
      replies: [[written(0, "read", a), callsTool("read", a), callsTool("read", { path: "b" })], done],
    });
    await session.says("look");
    expect(count).toEqual({ started: 1, used: 0 });
    expect(ran).toEqual(["read a", "read a", "read b"]);
  });
});
