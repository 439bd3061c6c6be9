/** A tool call as the model writes it; argument keys keep their order. */
export interface ScriptedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * One reply, written in parts: first the thinking, then the words, then the calls. Nothing at all is an empty reply.
 * With `repeats` the last part given is left open and goes on with that text for ever (until the token limit).
 */
export interface Reply {
  thinks?: string;
  says?: string;
  calls?: readonly ScriptedCall[];
  repeats?: string;
}

/**
 * What `[[name]]` sets off. Of several replies each answers what followed the one before (a tool result, the user); the
 * last one is given again and again until another marker comes, unless `afterwards` names the script that takes over.
 */
export type Script = (Reply | { replies: readonly Reply[]; afterwards?: string }) & {
  /** Words that set it off in place of `[[name]]`: of a text that the program itself sends. */
  heard?: string;
};

export type Scripts = Readonly<Record<string, Script>>;

/** Calls one tool: `callsTool("read", { path: "a.txt" })`. */
export function callsTool(name: string, input: Record<string, unknown>): Reply {
  return { calls: [{ name, arguments: input }] };
}

/** Calls one tool, and says this when it has answered. */
export function callsThenSays(name: string, input: Record<string, unknown>, says: string): Script {
  return { replies: [callsTool(name, input), { says }] };
}

/** The text that starts the script of that name wherever it stands in the conversation. */
export function markerOf(name: string): string {
  return `[[${name}]]`;
}
