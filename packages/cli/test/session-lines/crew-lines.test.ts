import type { CrewJobEntry } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { crewLines, crewWhisper } from "../../src/session-lines/crew-lines.ts";

const [say, sagt] = await Promise.all([speaker("en"), speaker("zh-CN")]);
const job = (over: Partial<CrewJobEntry> = {}): CrewJobEntry => ({
  ...{ job: "k1", kind: "compaction", role: "copilot", model: "nano", outcome: "done", used: true },
  ...{ tokensIn: 3_120, tokensOut: 210, durationMs: 4_120, at: "2026-11-23T00:00:00.000Z" },
  ...over,
});

it("whispers one line for what is over, with what was measured", () => {
  expect(crewWhisper(job(), say)).toBe("· summarizer (nano) summarized 3,120 tokens in 4.1 s");
  expect(crewWhisper(job({ tokensIn: undefined }), say)).toBe(
    "· summarizer (nano) summarized the earlier conversation in 4.1 s",
  );
  expect(crewWhisper(job({ kind: "digest", callId: "c7", used: false }), say)).toBe(
    "· summarizer (nano) read 3,120 tokens of the long output of c7 in 4.1 s · not used",
  );
  expect(crewWhisper(job({ outcome: "late", used: false }), say)).toBe(
    "· summarizer (nano): given up after 4.1 s",
  );
  const failure = { code: "unreachable", params: { url: "http://127.0.0.1:9\u202e" } } as const;
  expect(crewWhisper(job({ outcome: "failed", used: false, failure }), say)).toBe(
    "· summarizer (nano): failed after 4.1 s: Cannot connect to http://127.0.0.1:9⟨U+202E⟩. Start its server, then try again.",
  );
  const words = { reason: "exited", detail: "no such\nfile" };
  const died = { code: "engine_start_failed", params: words } as const;
  expect(crewWhisper(job({ outcome: "failed", used: false, failure: died }), say)).toContain("no such file");
  expect(crewWhisper(job(), sagt)).toContain("摘要模型");
  const hidden = crewWhisper(job({ model: "na\u202eno\u001b[31m" }), say) ?? "";
  expect([...hidden].filter((sign) => "\u202e\u001b".includes(sign))).toEqual([]);
});

it("sums up by model what was measured, and lists the newest", () => {
  expect(crewLines([], say)).toEqual(["The other models have done nothing yet."]);
  const lines = crewLines([job({ savedTokens: 190 }), job({ kind: "title", savedMs: 900 })], say);
  expect(lines).toEqual([
    "summarizer (nano): 2 in all, 2 used, 8.2 s",
    "    6,240 tokens read, 420 written",
    "    190 tokens spared the main model",
    "    0.9 s of idle time used",
    "  · summarizer (nano) summarized 3,120 tokens in 4.1 s",
    "  · summarizer (nano) named the session in 4.1 s",
  ]);
});
