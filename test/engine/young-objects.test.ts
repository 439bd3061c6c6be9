import { expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";

it("holds little for young objects behind its start, whose objects are not young for long", async () => {
  const daemon = await startTestDaemon({ tellsMemory: true });
  const { young, resident } = await daemon.memory("now");
  console.log(`MiB: ${young} for young objects, ${resident.toFixed(0)} resident`);
  expect(young).toBeLessThan(16);
});
