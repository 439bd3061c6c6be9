import type { ApplicationParts } from "@kestrel/daemon";
import type { Config } from "@kestrel/store";
import { batteryWatch } from "./machine/on-battery.ts";

/** What may be read before it is asked, as the settings say. */
export function aheadRules(values: Config["values"]): ApplicationParts["ahead"] {
  const onBattery = batteryWatch();
  const resting = values["ahead.on_battery"] === "off";
  return {
    draft: values["ahead.draft"] === "on",
    settle: values["ahead.settle"] === "on",
    warm: values["ahead.warm"] === "on",
    calls: values["ahead.calls"] === "on",
    compact: values["ahead.compact"] === "on",
    paused: async () => (resting && (await onBattery()) ? "battery" : undefined),
  };
}
