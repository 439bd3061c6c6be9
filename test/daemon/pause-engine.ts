import { onTestFinished } from "vitest";
import { descendantsOf } from "./processes.ts";
import type { TestDaemon } from "./start-daemon.ts";
import type { TestSession } from "./test-session.ts";

/** Holds the daemon's engine in the middle of its next reply. Resolves when it stands still, with what lets it go on. */
export async function pauseInReply(daemon: TestDaemon, session: TestSession): Promise<() => void> {
  const after = session.frames.length;
  await session.untilFrame((frame) => frame.type === "text" && session.frames.indexOf(frame) >= after);
  const engine = descendantsOf(daemon.pid).find(({ command }) => command.includes("llama-server"));
  if (!engine) throw new Error("the daemon has no engine");
  process.kill(engine.pid, "SIGSTOP");
  let paused = true;
  const resume = () => {
    // It may have been killed as it stood.
    if (paused && descendantsOf(daemon.pid).some(({ pid }) => pid === engine.pid))
      process.kill(engine.pid, "SIGCONT");
    paused = false;
  };
  onTestFinished(resume);
  return resume;
}
