import { bareCatalog, callsTool, fakeTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });
const inText = says('<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>');

describe("what landing did", () => {
  it("is told to the shelf when a turn ends: once a turn, and only for turns with calls", async () => {
    const models = bareCatalog();
    const replies = [
      [inText],
      [says("Done.")],
      [says("Hello.")],
      [callsTool("read", { path: "a" })],
      [says("Done.")],
    ];
    const daemon = await givenDaemon({ replies, tools: [read], parts: { models } });
    const id = await daemon.opensSession();
    for (const [turns, text] of ["one", "two", "three"].entries()) {
      await daemon.does(id, { type: "send-message", text });
      await expect
        .poll(async () => (await daemon.logOf(id)).filter(({ body }) => body.type === "turn.ended").length)
        .toBe(turns + 1);
    }
    expect(models.landings).toMatchObject([
      { calls: 1, recovered: { text: 1 } },
      { calls: 1, recovered: {} },
    ]);
  });
});
