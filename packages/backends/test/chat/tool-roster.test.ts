import type { ReplyChunk, ReplyRequest } from "@kestrel/core";
import type { Prompt } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { type RosterRequest, ToolRoster } from "../../src/chat/tool-offer/tool-roster.ts";
import { collect } from "../chunks.ts";

const never = new AbortController().signal;
const names = Array.from({ length: 12 }, (_, at) => `tool_${at}`);
const promptWith = (tools: readonly string[]): Prompt => ({
  messages: [{ role: "user", content: "Do it." }],
  tools: tools.map((name) => ({ name, description: name, parameters: { type: "object", properties: {} } })),
});
const failed = (code: "grammar" | "unreachable"): ReplyChunk => ({
  kind: "failed",
  failure: { code },
  detail: code,
});

/** A server that refuses every request with one of these tools in it. */
function serverRefusing(refused: readonly string[], extra: { always?: true; dies?: number } = {}) {
  const asked: string[][] = [];
  const ask: RosterRequest = async function* (prompt) {
    asked.push(prompt.tools.map(({ name }) => name));
    if (asked.length === extra.dies) yield failed("unreachable");
    else if (extra.always || prompt.tools.some(({ name }) => refused.includes(name))) yield failed("grammar");
    else yield* [{ kind: "text", delta: "Done." } as const, { kind: "done", finish: "stop" } as const];
  };
  return { ask, asked };
}

function rosterWith() {
  const disabled: string[] = [];
  return { roster: new ToolRoster((name) => disabled.push(name)), disabled };
}

const auto: ReplyRequest = { toolChoice: "auto" };

describe("tools that a server refuses", () => {
  it.each(names)("finds %s of twelve in six requests, and goes on without it", async (bad) => {
    const { ask, asked } = serverRefusing([bad]);
    const { roster, disabled } = rosterWith();
    const chunks = await collect(roster.reply(ask, promptWith(names), auto, never));
    expect(chunks.map(({ kind }) => kind)).toEqual(["text", "done"]);
    expect(disabled).toEqual([bad]);
    const rest = names.filter((name) => name !== bad);
    expect(asked.at(-1)).toEqual(rest);
    expect(asked[1]).toEqual([]);
    expect(asked.length - 1).toBeLessThanOrEqual(6);
    await collect(roster.reply(ask, promptWith(names), auto, never));
    expect(asked.at(-1)).toEqual(rest);
    expect(disabled).toEqual([bad]);
  });

  it("does not search when the question without tools brings no answer", async () => {
    const { ask, asked } = serverRefusing(["tool_3"], { dies: 2 });
    const { roster, disabled } = rosterWith();
    expect(await collect(roster.reply(ask, promptWith(names), auto, never))).toEqual([failed("grammar")]);
    expect(asked).toHaveLength(2);
    expect(disabled).toEqual([]);
  });

  it("finds two", async () => {
    const { ask } = serverRefusing(["tool_3", "tool_9"]);
    const { roster, disabled } = rosterWith();
    const chunks = await collect(roster.reply(ask, promptWith(names), auto, never));
    expect(chunks.at(-1)).toMatchObject({ kind: "done" });
    expect(disabled.sort()).toEqual(["tool_3", "tool_9"]);
  });

  it("blames no tool when the server refuses everything, and knows it with the second request", async () => {
    const { ask, asked } = serverRefusing([], { always: true });
    const { roster, disabled } = rosterWith();
    const chunks = await collect(roster.reply(ask, promptWith(names), auto, never));
    expect(chunks).toEqual([failed("grammar")]);
    expect(disabled).toEqual([]);
    expect(asked).toEqual([names, []]);
  });

  it("gives up the search when the server goes away", async () => {
    const { ask } = serverRefusing(["tool_3"], { dies: 3 });
    const { roster, disabled } = rosterWith();
    expect(await collect(roster.reply(ask, promptWith(names), auto, never))).toEqual([failed("grammar")]);
    expect(disabled).toEqual([]);
  });

  it("does not search where the reply's own form is refused, or what was accepted before", async () => {
    const { ask, asked } = serverRefusing(["tool_3"]);
    const { roster } = rosterWith();
    await collect(roster.reply(ask, promptWith(names), { ...auto, answerSchema: {} }, never));
    expect(asked).toHaveLength(1);
    const fine = names.slice(4);
    await collect(roster.reply(ask, promptWith(fine), auto, never));
    const { ask: later, asked: askedLater } = serverRefusing(["tool_5"]);
    expect(await collect(roster.reply(later, promptWith(fine), auto, never))).toEqual([failed("grammar")]);
    expect(askedLater).toHaveLength(1);
  });

  it("asks nothing more when it is cancelled", async () => {
    const cancel = new AbortController();
    const { ask, asked } = serverRefusing(["tool_3"]);
    const cancelling: RosterRequest = (...question) => {
      if (asked.length === 2) cancel.abort();
      return ask(...question);
    };
    const { roster } = rosterWith();
    expect(
      await collect(roster.reply(cancelling, promptWith(names.slice(2, 4)), auto, cancel.signal)),
    ).toEqual([]);
    expect(asked).toHaveLength(3);
  });
});
