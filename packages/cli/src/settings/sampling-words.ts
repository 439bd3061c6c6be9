import { Sampling, type SamplingChange } from "@kestrel/protocol";
import { type Flags, UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";

export type SamplingName = keyof Sampling;
export const samplingNames = Object.keys(Sampling.shape) as SamplingName[];

/** Words that reset a value. */
const unsaid = new Set(["default", "reset", "-"]);

/** The session's sampling parameters from flags: `--top-p 0.9`. Undefined without any. Throws UsageError. */
export function samplingOfFlags(flags: Flags, say: Say): Sampling | undefined {
  const asked = samplingNames.flatMap((name) => {
    const flag = name.replaceAll("_", "-") as keyof Flags;
    const value = flags[flag];
    return typeof value === "string" ? [[name, numberFor(name, value, `--${flag}`, say)] as const] : [];
  });
  return asked.length === 0 ? undefined : Object.fromEntries(asked);
}

/** Parses a change: `temperature 0.2 top_p=0.9`, `top_k default`, or `reset` for all. Throws UsageError. */
export function samplingChangeIn(words: string, say: Say): SamplingChange {
  const parts = words.split(/[\s=,]+/).filter(Boolean);
  if (parts.length === 1 && unsaid.has(parts[0] ?? ""))
    return Object.fromEntries(samplingNames.map((name) => [name, null]));
  const change: SamplingChange = {};
  for (let at = 0; at < parts.length; at += 2) {
    const written = parts[at] ?? "";
    const name = samplingNames.find((one) => one === written.toLowerCase().replaceAll("-", "_"));
    if (name === undefined)
      throw new UsageError(say("sampling.unknown", { written, names: samplingNames.join(", ") }));
    const value = parts[at + 1];
    change[name] = unsaid.has(value ?? "") ? null : numberFor(name, value ?? "", name, say);
  }
  return change;
}

function numberFor(name: SamplingName, text: string, flag: string, say: Say): number {
  const parsed = Sampling.shape[name].safeParse(text.trim() === "" ? Number.NaN : Number(text));
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new UsageError(say("usage.value", { flag, value: text, expected: expectedOf(name) }));
}

/** The schema's bounds. */
function expectedOf(name: SamplingName): string {
  const { minValue, maxValue } = Sampling.shape[name].unwrap();
  return `${minValue} … ${maxValue}`;
}
