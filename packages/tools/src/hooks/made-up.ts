import type { HookOccasion } from "@kestrel/core";
import type { HookStage } from "@kestrel/protocol/api";

const call = { callId: "c1", tool: "shell", arguments: '{"command":"echo a trial of this hook"}' };

/** Sample input to test a hook with: nothing in it is executed. */
export function madeUp(stage: HookStage): HookOccasion {
  switch (stage) {
    case "session_opened":
      return { stage };
    case "prompt_submitted":
      return { stage, prompt: "A trial of this hook." };
    case "before_call":
      return { stage, call };
    case "after_call":
      return { stage, call, outcome: "ok", content: "exit code 0\na trial of this hook" };
    case "compaction":
      return { stage, why: "asked" };
    case "turn_ended":
      return { stage, reason: "done", reply: "A trial of this hook.", held: 0 };
    default:
      return stage satisfies never;
  }
}
