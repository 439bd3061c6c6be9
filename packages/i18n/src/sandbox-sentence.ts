import type { SandboxStatus } from "@kestrel/protocol/api";
import type { SayAny } from "./sentence.ts";

/** Whether commands run in a sandbox, in the language of `say`. */
export function sandboxSentence(status: SandboxStatus, say: SayAny): string {
  switch (status.state) {
    case "active":
      return [
        say("sandbox.active", { by: status.by }),
        ...(status.exposed
          ? [say("sandbox.exposed", { places: status.exposed.slice(0, 3).join(", ") })]
          : []),
      ].join(" ");
    case "off":
      return say("sandbox.off");
    case "unavailable": {
      const { reason, detail, required } = status;
      const why = say(`sandbox.${reason}`, detail === undefined ? {} : { detail });
      return required ? `${why} ${say("sandbox.required")}` : why;
    }
    default:
      return status satisfies never;
  }
}

/** The effect of `auto` without an active sandbox. Undefined with one. */
export function autoWithoutSandbox(status: SandboxStatus, say: SayAny): string | undefined {
  if (status.state === "active") return undefined;
  return say("mode.auto.asks", { why: sandboxSentence(status, say) });
}
