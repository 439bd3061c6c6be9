import { createBackend } from "@kestrel/backends";
import type { Prompt, PromptMessage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { ask, promptOf, tools, user } from "./backends-ask.ts";
import { servedModels } from "./served-models.ts";

describe.skipIf(testEngine === undefined)("backends in front of a real llama-server", () => {
  const { endpoint } = servedModels();

  it("tells its facts", async () => {
    expect(await createBackend(endpoint()).facts()).toMatchObject({
      label: "scripted",
      server: expect.stringMatching(/^llama\.cpp ./),
      window: 8192,
      slots: 1,
      limits: ["window_small"],
      capabilities: { tools: "native", reasoning: true, progress: "real", countsTokens: true },
    });
  });

  it.each(["llama-cpp", "openai"] as const)("speaks, thinks and calls (%s)", async (kind) => {
    const backend = createBackend(endpoint({ kind }));
    const plain = await ask(backend, promptOf(user("[[plain]]")));
    expect(plain.text).toBe("Hello! I am a tiny scripted model, and this is my plain answer.");
    expect(plain.last).toMatchObject({ kind: "done", finish: "stop" });

    const thinking = await ask(backend, promptOf(user("[[think-shell]]")));
    expect(thinking.reasoning.trim()).toBe("First I look at the version.");
    expect(thinking.calls).toEqual([{ name: "shell", arguments: '{"command": "node --version"}' }]);
    expect(thinking.last).toMatchObject({ kind: "done", finish: "tool_calls" });

    const both = await ask(backend, promptOf(user("[[parallel]]")));
    expect(both.calls).toEqual([
      { name: "read", arguments: '{"path": "a.txt"}' },
      { name: "read", arguments: '{"path": "b.txt"}' },
    ]);
  });

  it("counts exactly what the reply then reports, tools, calls and thinking included", async () => {
    const backend = createBackend(endpoint());
    const prompt = promptOf(
      user("[[think-shell]]"),
      {
        role: "assistant",
        content: "",
        reasoning: "First I look at the version.\n",
        calls: [{ id: "c1", name: "shell", arguments: '{"command": "node --version"}' }],
      },
      { role: "tool", callId: "c1", content: "v20 🦅" },
    );
    const counted = await backend.countTokens(prompt);
    const { last } = await ask(backend, prompt);
    expect(counted).toBeGreaterThan(50);
    expect(last).toMatchObject({ kind: "done", usage: { prompt: counted } });
  });

  it("reuses the whole conversation when it only grows", async () => {
    const backend = createBackend(endpoint());
    const first = promptOf(user("[[parallel]]"));
    const { calls, last } = await ask(backend, first);
    const answered: Prompt = {
      tools,
      messages: [
        ...first.messages,
        { role: "assistant", content: "", calls: calls.map((call, index) => ({ id: `c${index}`, ...call })) },
        ...calls.map(
          (_, index): PromptMessage => ({ role: "tool", callId: `c${index}`, content: "some words" }),
        ),
      ],
    };
    const { last: second } = await ask(backend, answered);
    if (last?.kind !== "done" || second?.kind !== "done") throw new Error("both replies should be done");
    expect(second.usage?.cached).toBe((last.usage?.prompt ?? 0) + (last.usage?.generated ?? 0) - 1);
    expect(second.usage?.promptMs).toBeGreaterThan(0);
  });

  it("reports a long prefill batch by batch, never backwards", async () => {
    const { chunks } = await ask(
      createBackend(endpoint()),
      promptOf(user(`${"word ".repeat(1200)}[[plain]]`)),
    );
    const processed = chunks.flatMap((chunk) =>
      chunk.kind === "progress" && chunk.progress.phase === "prompt" ? [chunk.progress.processed ?? -1] : [],
    );
    expect(processed.length).toBeGreaterThan(3);
    expect(processed).toEqual(processed.toSorted((one, other) => one - other));
  });

  it("stops at the limit it was given, inside a call too", async () => {
    const { calls, last } = await ask(createBackend(endpoint()), promptOf(user("[[parallel]]")), {
      maxTokens: 5,
    });
    expect(last).toMatchObject({ kind: "done", finish: "length" });
    expect(() => JSON.parse(calls.at(-1)?.arguments ?? "")).toThrow();
  });
});
