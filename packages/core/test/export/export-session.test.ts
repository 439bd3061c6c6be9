import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { exportSession } from "../../src/index.ts";

const key = `sk-${"a1B2".repeat(8)}`;

async function events() {
  const read = fakeTool({
    name: "read",
    risk: "read",
    run: async () => ({ outcome: "ok", content: '1\tDB_HOST="tiger stripes"\n2\tDEBUG=1\n' }),
  });
  const session = await givenSession({
    replies: [
      [callsTool("read", { path: "config/.env" })],
      [says(`The host is tiger stripes, the key ${key}.`)],
    ],
    tools: [read],
  });
  await session.says(`My key is ${key}; read the settings.`);
  return session.events;
}

it.each(["markdown", "jsonl"] as const)(
  "an export as %s leaves secrets out where that is asked, and says where they stand",
  async (format) => {
    const logged = await events();
    const [whole, clean] = [false, true].map((redact) => [...exportSession(logged, { format, redact })]);
    const text = (pieces = whole) => (pieces ?? []).map((piece) => piece.text).join("");
    expect(text(whole)).toContain(key);
    expect(text(whole)).toContain("tiger stripes");
    expect(text(clean)).not.toContain(key);
    expect(text(clean)).not.toContain("tiger stripes");
    expect(text(clean)).toContain("[left out]");
    const found = (whole ?? []).flatMap((piece) => piece.found);
    expect(found).toEqual((clean ?? []).flatMap((piece) => piece.found));
    const lines = text(clean).split("\n");
    for (const one of found) expect(lines[one.line - 1]?.startsWith(one.text)).toBe(true);
    expect(found.length).toBeGreaterThanOrEqual(3);
    if (format === "jsonl") for (const line of lines.filter(Boolean)) JSON.parse(line);
  },
);
