import { describe, expect, it } from "vitest";
import { systemPrompt } from "../../src/context/system-prompt.ts";
import { windowShortage } from "../../src/context/window-shortage.ts";
import { KestrelError } from "../../src/errors.ts";

const counting = (tokens: number | undefined) => {
  const asked: number[] = [];
  const countTokens = async ({ messages }: { messages: readonly { content: string }[] }) => {
    asked.push(messages[0]?.content.length ?? 0);
    return tokens;
  };
  return { asked, countTokens };
};

describe("a window and the fixed prompt", () => {
  it("fit when 1,024 tokens are left beside it, to the token", async () => {
    const tools = [{ name: "much", description: "x".repeat(28_000), parameters: {} }];
    const backend = counting(7_000);
    expect(await windowShortage(backend, 8_024, { tools })).toBeUndefined();
    expect(await windowShortage(backend, 8_023, { tools })).toEqual({
      window: 8_023,
      prompt: 7_000,
      needed: 8_024,
      exact: true,
    });
  });

  it("of 4k is refused, whatever the prompt: it would hold two outputs and no notes on them", async () => {
    expect(await windowShortage(counting(900), 4_096, { tools: [] })).toMatchObject({ needed: 6_144 });
    expect(await windowShortage(counting(900), 8_192, { tools: [] })).toBeUndefined();
  });

  it("are not counted where the window is large beyond doubt", async () => {
    const backend = counting(99_999);
    expect(await windowShortage(backend, 32_768, { tools: [] })).toBeUndefined();
    expect(backend.asked).toEqual([]);
  });

  it("are estimated where the server does not count, or cannot be asked", async () => {
    const shortage = await windowShortage(counting(undefined), 600, { tools: [] });
    expect(shortage).toMatchObject({ window: 600, exact: false });
    const broken = {
      countTokens: () =>
        Promise.reject(new KestrelError("engine_start_failed", "gone", { reason: "unknown" })),
    };
    expect(await windowShortage(broken, 600, { tools: [] })).toEqual(shortage);
  });

  it("are counted with the words of a loadout", async () => {
    const backend = counting(700);
    await windowShortage(backend, 1_024, { system: `${systemPrompt}\n\n${"x".repeat(500)}`, tools: [] });
    expect(backend.asked).toEqual([systemPrompt.length + 502]);
  });
});
