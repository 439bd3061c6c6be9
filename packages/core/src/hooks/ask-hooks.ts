import type { EventBody } from "@kestrel/protocol";
import type { HookAnswer } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { neverCancelled } from "../cancel/cancellation.ts";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { HookedSession, HookOccasion } from "../ports/stage-hooks.ts";

type Asking = Pick<AgentParts, "hooks">;
type Noted = EventBody & { type: "context.added" };

/** Asks the hooks of that stage. Asks none while the session has no id. */
export async function askHooks(
  { hooks }: Asking,
  { sessionId, workspace, mode }: Pick<SessionState, "sessionId" | "workspace" | "mode">,
  occasion: HookOccasion,
  cancel: CancelSignal = neverCancelled,
): Promise<readonly HookAnswer[]> {
  const { stages } = hooks ?? {};
  if (!stages || sessionId === undefined) return [];
  const session: HookedSession = { sessionId, workspace, mode };
  return stages.ask(occasion, session, cancel);
}

/** The hooks' notes as added at the tail; empty without any. */
export function notesIn(answers: readonly HookAnswer[]): string {
  return answers
    .filter(({ said }) => said === "noted")
    .map(({ hook, text }) => `[Note of the user's hook ${hook}: ${text}]`)
    .join("\n");
}

/** Their notes, as an event for the next message. */
export function notedBeside(answers: readonly HookAnswer[]): Noted[] {
  const text = notesIn(answers);
  return text === "" ? [] : [{ type: "context.added", kind: "hook", text }];
}

/** Runs the hooks about a user message before it is accepted. Rejects with `hook_denied`. */
export async function askAboutPrompt(agent: Asking, state: SessionState, prompt: string): Promise<Noted[]> {
  const answers = await askHooks(agent, state, { stage: "prompt_submitted", prompt });
  const denied = answers.find(({ said }) => said === "denied");
  if (denied) {
    const { hook, text } = denied;
    throw new KestrelError("hook_denied", `the hook ${hook} denied it`, { name: hook, detail: text });
  }
  return notedBeside(answers);
}
