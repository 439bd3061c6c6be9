import type { SandboxStatus } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";

/** Whether commands run in a sandbox, in one line. */
export function sandboxLine(status: SandboxStatus, say: Say): string {
  switch (status.state) {
    case "active":
      return say("sandbox.active", { by: status.by });
    case "off":
      return say("sandbox.off");
    case "unavailable": {
      const { reason, detail, required } = status;
      const why = say(`sandbox.${reason}`, detail === undefined ? {} : { detail });
      return required ? `${why}; ${say("sandbox.required")}` : why;
    }
    default:
      return status satisfies never;
  }
}
