import { nobodyToAsk } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { resolutionLine } from "../../src/session-lines/resolution-line.ts";
import { toolLine } from "../../src/session-lines/tool-line.ts";

const call: ToolEntry = {
  ...{ kind: "tool", turnId: "t1", at: "", seq: 1, step: 1, callId: "c1", tool: "shell", status: "denied" },
  arguments: '{"command":"make"}',
  changes: [],
  folded: false,
};

it("a no that nobody said is told as one, and the person's own as theirs", async () => {
  const plain = (_: string, text: string) => text;
  for (const [language, unasked] of [
    ["en", "denied: no terminal to ask"],
    ["zh-CN", "已拒绝：无人可询问"],
  ] as const) {
    const say = await speaker(language);
    const approval = { digest: "d", risk: "execute" as const, reasons: [], reason: nobodyToAsk };
    expect(toolLine({ ...call, approval }, say, plain)).toContain(unasked);
    expect(toolLine(call, say, plain)).not.toContain(unasked);
    const denied = {
      ...{ type: "approval.resolved" as const, turnId: "t1", callId: "c1", digest: "d" },
      ...{ decision: "denied" as const, by: "user" as const },
    };
    expect(resolutionLine({ ...denied, reason: nobodyToAsk }, say)).toBe(unasked);
    expect(resolutionLine({ ...denied, reason: "not now" }, say)).toContain("not now");
  }
});
