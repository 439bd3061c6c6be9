import type { PermissionStep } from "@kestrel/protocol";
import type { SayAny } from "./sentence.ts";

/** What a word of a step is called: each of them has sentences of its own. */
const named = {
  mode: "mode",
  risk: "permission.risk",
  why: "permission.why",
  origin: "permission.origin",
} as const;

/** One step of a permission decision, in the language of `say`. */
export function stepSentence({ step, params = {} }: PermissionStep, say: SayAny): string {
  const words = Object.entries(params).map(([name, word]) => {
    const kind = Object.hasOwn(named, name) ? named[name as keyof typeof named] : undefined;
    return [name, kind === undefined ? word : say(`${kind}.${word}`)];
  });
  return say(`permission.step.${step}`, Object.fromEntries(words));
}
