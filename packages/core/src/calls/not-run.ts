import type { CallOutcome } from "./settle-call.ts";

function notRun(outcome: CallOutcome["result"]["outcome"], content: string): CallOutcome {
  return { result: { outcome, content } };
}

/** Answers to calls that were not run. Every call gets one. */
export const stoppedCall = notRun("cancelled", "Not run: the user stopped the turn.");
export const plannedCall = notRun("denied", "Denied: this session is in plan mode, which only reads.");
export const staleCall = notRun(
  "error",
  "Not run: what it works on changed again while the user was asked. Look at it, then call again.",
);

export const rejectedCall = (content: string) => notRun("rejected", content);

export const goneTool = (name: string) => notRun("error", `The tool ${name} is not here any more.`);

export const deniedCall = (reason: string | undefined) =>
  notRun("denied", `The user denied this call.${reason ? ` They said: ${reason}` : ""}`);

export const hookDeniedCall = (hook: string, reason: string) =>
  notRun("denied", `Denied by the user's hook ${hook}${reason === "" ? "." : `: ${reason}`}`);

export const forbiddenCall = (reason: string) =>
  notRun("denied", `Denied by a rule of the user's: ${reason}`);
