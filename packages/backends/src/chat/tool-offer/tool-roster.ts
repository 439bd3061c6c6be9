import type { CancelSignal, ReplyChunk, ReplyRequest } from "@kestrel/core";
import type { Prompt, ToolSpec } from "@kestrel/protocol";
import type { Failed } from "../../errors/failed-by-answer.ts";

/** Sends one request to the server unchanged. */
export type RosterRequest = (
  prompt: Prompt,
  request: ReplyRequest,
  cancel: CancelSignal,
) => AsyncIterable<ReplyChunk>;

/** So many bad schemas are looked for in one reply. */
const mostSearches = 3;

/**
 * Leaves out the tools whose schemas a server cannot compile, because one of them makes it refuse every request. The first probe
 * has no tools: if the server refuses that too, no tool is the cause and the reply fails at once. Otherwise the tool is found by
 * bisection with requests of one token; it is left out for good only when the server then accepts the rest. One of n tools is found
 * in 2 + log2 n requests, the first and the one without tools included. An accepted list is sent byte for byte from then on.
 */
export class ToolRoster {
  readonly #disabled = new Set<string>();
  readonly #accepted = new Set<string>();
  readonly #onDisabled: ((name: string) => void) | undefined;

  constructor(onDisabled?: (name: string) => void) {
    this.#onDisabled = onDisabled;
  }

  /** `ask` with the tools that are left. */
  async *reply(
    ask: RosterRequest,
    ...[prompt, request, cancel]: Parameters<RosterRequest>
  ): AsyncGenerator<ReplyChunk> {
    let tools = prompt.tools.filter(({ name }) => !this.#disabled.has(name));
    const suspects: string[] = [];
    for (;;) {
      let refused: Failed | undefined;
      let taken = false;
      const searches = tools.length > 0 && suspects.length < mostSearches && !request.answerSchema;
      for await (const chunk of ask({ ...prompt, tools }, request, cancel)) {
        if (isRefusal(chunk) && searches && !this.#accepted.has(keyOf(tools))) refused = chunk;
        else {
          if (!taken && isTaken(chunk)) {
            taken = true;
            this.#learn(tools, suspects.splice(0));
          }
          yield chunk;
        }
      }
      if (!refused) return;
      const tried = suspects.length > 0 ? "accepted" : await probe([], cancel, ask);
      const suspect = tried === "accepted" ? await findRefused(tools, cancel, ask) : undefined;
      if (cancel.aborted) return;
      if (suspect === undefined) {
        yield refused;
        return;
      }
      suspects.push(suspect);
      tools = tools.filter(({ name }) => name !== suspect);
    }
  }

  #learn(tools: readonly ToolSpec[], suspects: readonly string[]): void {
    this.#accepted.add(keyOf(tools));
    for (const name of suspects) {
      this.#disabled.add(name);
      this.#onDisabled?.(name);
    }
  }
}

/** The name of one tool that the server refuses; undefined when the server cannot be asked any more. */
async function findRefused(
  tools: readonly ToolSpec[],
  cancel: CancelSignal,
  ask: RosterRequest,
): Promise<string | undefined> {
  let suspects = tools;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const verdict = await probe(half, cancel, ask);
    if (verdict === "unknown") return undefined;
    suspects = verdict === "refused" ? half : suspects.slice(half.length);
  }
  return suspects[0]?.name;
}

async function probe(
  tools: readonly ToolSpec[],
  cancel: CancelSignal,
  ask: RosterRequest,
): Promise<"refused" | "accepted" | "unknown"> {
  const prompt: Prompt = { messages: [{ role: "user", content: "?" }], tools };
  for await (const chunk of ask(prompt, { toolChoice: "auto", maxTokens: 1 }, cancel)) {
    if (chunk.kind === "failed") return isRefusal(chunk) ? "refused" : "unknown";
    if (isTaken(chunk)) return "accepted";
  }
  return "unknown";
}

/** The server has begun to work on the request: its schemas are compiled. */
function isTaken(chunk: ReplyChunk): boolean {
  return chunk.kind !== "failed" && !(chunk.kind === "progress" && chunk.progress.phase === "queued");
}

function isRefusal(chunk: ReplyChunk): chunk is Failed {
  return chunk.kind === "failed" && chunk.failure.code === "grammar";
}

function keyOf(tools: readonly ToolSpec[]): string {
  return JSON.stringify(tools);
}
