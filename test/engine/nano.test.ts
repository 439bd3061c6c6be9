import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { nanoModel, needModel } from "../models/nano-model.ts";
import { startLlamaServer } from "./start-llama-server.ts";

it("kestrel-nano is there", () => {
  expect(() => needModel(nanoModel)).not.toThrow();
});

describe.skipIf(testEngine === undefined)("a long session with kestrel-nano", () => {
  it("goes on when its window is full, and the next order is done", async () => {
    const lines = Array.from({ length: 30 }, (_, line) => `${line + 1} bread and tea`).join("\n");
    const daemon = await startTestDaemon({
      model: needModel(nanoModel),
      files: { "notes.txt": `${lines}\n`, "shop.txt": "milk\n" },
    });
    const session = await openTestSession(daemon);
    for (let order = 0; bodiesOf(session.events, "context.compacted").length < 3; order += 1) {
      expect(order, "orders and no room made").toBeLessThan(60);
      await session.turn("read notes.txt");
    }
    await session.turn("Read shop.txt.");
    const reasons = bodiesOf(session.events, "turn.ended").map(({ reason }) => reason);
    // Where room is made this model may make one needless call more; one that changes nothing is told as that.
    const others = bodiesOf(session.events, "turn.ended").filter(({ reason }) => reason !== "done");
    expect(others).toEqual(
      others.map(() =>
        expect.objectContaining({ reason: "unfinished", unfinished: { fact: "failed_edit" } }),
      ),
    );
    expect(others.length).toBeLessThanOrEqual(bodiesOf(session.events, "context.compacted").length);
    expect(reasons.at(-1)).toBe("done");
    const [last] = bodiesOf(session.events, "tool.finished").slice(-1);
    expect(last).toMatchObject({ outcome: "ok", content: expect.stringContaining("milk") });
  }, 300_000);
});

type Chosen = {
  finish_reason: string;
  message: { tool_calls?: { function: { name: string; arguments: string } }[] };
};

describe.skipIf(testEngine === undefined)("kestrel-nano for others", () => {
  it("loads in a plain llama-server, which says that it knows tools, and a plain client gets calls from it", async () => {
    const server = await startLlamaServer(testEngine ?? "", needModel(nanoModel), ["--temp", "0"]);
    onTestFinished(() => server.stop());
    const props = (await (await fetch(`${server.url}/props`)).json()) as {
      chat_template_caps?: Record<string, unknown>;
    };
    expect(props.chat_template_caps).toMatchObject({ supports_tools: true, supports_tool_calls: true });
    const body = {
      messages: [{ role: "user", content: "read notes.txt" }],
      tools,
    };
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { choices } = (await answer.json()) as { choices: Chosen[] };
    expect(choices).toMatchObject([
      { finish_reason: "tool_calls", message: { tool_calls: [{ function: { name: "read" } }] } },
    ]);
    const [call] = choices[0]?.message.tool_calls ?? [];
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ path: "notes.txt" });
  });
});

/** Kestrel's tools, in another client's words: of tools the model reads the names. */
const fields = Object.fromEntries(
  ["path", "pattern", "command", "content", "old", "new"].map((name) => [name, { type: "string" }]),
);
const tools = ["read", "search", "edit", "write", "shell", "todo"].map((name) => ({
  type: "function",
  function: { name, description: `May ${name}.`, parameters: { type: "object", properties: fields } },
}));
