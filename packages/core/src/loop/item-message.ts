import type { CheckRun, LoopPlan } from "@kestrel/protocol/loop";

/** UTF-16 units of a check's output: about 400 tokens. */
const mostTail = 1_400;

/** The request to the model for one item. */
export function itemMessage({ text, check, keep, named }: LoopPlan["items"][number], red: CheckRun): string {
  const kept = [...keep, ...named];
  return [
    text,
    "",
    `It is done when this command ends with code 0: ${check}`,
    ...(kept.length > 0 ? [`These files stay as they are: ${kept.join(", ")}`] : []),
    "It is run for you when you end. Nobody can answer questions. Now it says:",
    tailOf(red),
  ].join("\n");
}

/** The message to the model after its check failed again. */
export function againMessage(check: string, red: CheckRun): string {
  return [`Not done yet: ${check} ended with code ${red.code}.`, tailOf(red)].join("\n");
}

function tailOf({ tail, code }: CheckRun): string {
  return tail.trim() === "" ? `[no output, code ${code}]` : tail.trim().slice(-mostTail);
}
