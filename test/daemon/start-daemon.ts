import { afterAll } from "vitest";
import { endDaemons, runDaemon, type TestDaemon, type TestDaemonInput } from "./run-daemon.ts";

export { type Memory, type TestDaemon, type TestDaemonInput, writeFiles } from "./run-daemon.ts";

afterAll(endDaemons);

/** Starts the built program on data of its own and a free port. It ends, and its folder goes, when the test file ends. */
export function startTestDaemon(input: TestDaemonInput): Promise<TestDaemon> {
  return runDaemon(input);
}
