import type { ApplicationParts, Notices } from "@kestrel/daemon";
import type { UnaskedParts } from "@kestrel/runtime";
import type { Config } from "@kestrel/store";
import { batteryWatch } from "./machine/on-battery.ts";

/** The settings for work done ahead of need; undefined when it is off. */
export function aheadRules({ ahead }: Config["values"]): ApplicationParts["ahead"] {
  if (ahead === "off") return undefined;
  const onBattery = batteryWatch();
  return { paused: async () => (ahead === "not_on_battery" && (await onBattery()) ? "battery" : undefined) };
}

/** When a small model is asked unasked how it calls tools, and how people hear of it; undefined for never. */
export function unaskedExam(
  values: Config["values"],
  notices: Notices,
): Pick<UnaskedParts, "allowed" | "onLearned"> | undefined {
  const rules = aheadRules(values);
  return (
    rules && {
      allowed: async () => (await rules.paused()) === undefined,
      onLearned: ({ model, calls = "" }) => notices.add({ code: "model_asked", params: { model, calls } }),
    }
  );
}
