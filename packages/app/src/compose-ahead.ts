import type { ApplicationParts } from "@kestrel/daemon";
import type { Config } from "@kestrel/store";
import { batteryWatch } from "./machine/on-battery.ts";

/** The settings for work done ahead of need; undefined when it is off. */
export function aheadRules({ ahead }: Config["values"]): ApplicationParts["ahead"] {
  if (ahead === "off") return undefined;
  const onBattery = batteryWatch();
  return { paused: async () => (ahead === "not_on_battery" && (await onBattery()) ? "battery" : undefined) };
}
