import { callsTool, fakeTool, says } from "@kestrel/core/testing";
import { report } from "@kestrel/diagnostics";
import { expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

it("/metrics counts what happened, in the words of Prometheus, for whoever has the token", async () => {
  const look = fakeTool({
    name: "look",
    risk: "read",
    run: async () => ({ outcome: "ok", content: "a bird" }),
  });
  const daemon = await givenDaemon({ replies: [[callsTool("look", {})], [says("Seen.")]], tools: [look] });
  const read = async () => {
    const answer = await fetch(`${daemon.url}/metrics`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    return (await answer.text()).split("\n");
  };
  const numberAt = (lines: readonly string[], name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
  const before = await read();
  const id = await daemon.opensSession();
  await daemon.does(id, { type: "send-message", text: "Look." });
  await expect.poll(async () => (await daemon.summaryOf(id))?.attention).toBe("idle");
  report("a test", new Error("nobody expected this"));
  const after = await read();
  expect(after).toEqual(
    expect.arrayContaining([
      'kestrel_turns_total{reason="done"} 1',
      'kestrel_tool_calls_total{outcome="ok"} 1',
      'kestrel_sessions{state="stored"} 1',
      'kestrel_sessions{state="loaded"} 1',
    ]),
  );
  expect(numberAt(after, "kestrel_errors_total") - numberAt(before, "kestrel_errors_total")).toBe(1);
  expect(numberAt(after, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(numberAt(after, "kestrel_event_loop_delay_p99_seconds")).toBeGreaterThanOrEqual(0);
  for (const line of after)
    expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_0-9]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+|)$/);
  const bare = await fetch(`${daemon.url}/metrics`);
  expect(bare.status).toBe(401);
});
