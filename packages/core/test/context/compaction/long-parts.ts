import { callsTool, fakeRead, type ScriptedReply } from "@kestrel/core/testing";

/** Files of about 1,300 tokens, with one fact each. */
export const longParts = fakeRead((path) => `fact of ${path}\n${"word ".repeat(1_000)}`);

/** One file after the other, each in a reply of its own. */
export const readsParts = (count: number): ScriptedReply[] =>
  Array.from({ length: count }, (_, at) => [callsTool("read", { path: `part-${at}.md` })]);
