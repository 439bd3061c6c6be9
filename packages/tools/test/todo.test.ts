import type { CancelSignal, ToolContext } from "@kestrel/core";
import { describe, expect, it } from "vitest";
import { todoTool } from "../src/todo/todo-tool.ts";

const cancel: CancelSignal = new AbortController().signal;
const context: ToolContext = {
  workspace: "/",
  outputLimit: 4_000,
  lastSeen: () => undefined,
  show: () => undefined,
  cancel,
  callName: "c1",
};
const noted = (items: unknown) => todoTool().run({ items }, context);

describe("todo", () => {
  it("tells what is open and what comes next", async () => {
    const items = [{ text: "read", done: true }, { text: "edit" }, { text: "test", done: false }];
    expect(await noted(items)).toEqual({
      outcome: "ok",
      content: "Noted: 2 of 3 open. Next: edit",
      openItems: ["edit", "test"],
    });
  });

  it("says when all is done, and forgets an emptied list", async () => {
    expect(await noted([{ text: "read", done: true }])).toMatchObject({ openItems: [] });
    expect(await noted([])).toMatchObject({ openItems: [] });
  });

  it("refuses a list that nobody could follow", async () => {
    expect(await noted([{ text: "  " }])).toMatchObject({ outcome: "error" });
    const many = Array.from({ length: 41 }, () => ({ text: "step" }));
    expect(await noted(many)).toMatchObject({
      outcome: "error",
      content: "At most 40 items; put some together.",
    });
  });

  it("asks nobody: it changes nothing", async () => {
    expect(await todoTool().assess({}, context)).toMatchObject({ risk: "read" });
  });
});
