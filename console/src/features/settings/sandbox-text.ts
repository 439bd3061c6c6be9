import type { SandboxStatus } from "@kestrel/protocol";
import type { Translate } from "../../i18n/catalogue.ts";

/** Whether commands run in a sandbox, in words. */
export function sandboxText(status: SandboxStatus, t: Translate): string {
  switch (status.state) {
    case "active":
      return t("sandbox.active", { by: status.by });
    case "off":
      return t("sandbox.off");
    case "unavailable": {
      const { reason, detail, required } = status;
      const why = t(`sandbox.${reason}`, detail === undefined ? {} : { detail });
      return required ? `${why}; ${t("sandbox.required")}` : why;
    }
    default:
      return status satisfies never;
  }
}
