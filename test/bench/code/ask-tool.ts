import type { ToolContext } from "@kestrel/core";
import { builtInTools } from "@kestrel/tools";
import { count } from "../fixed-token-account.ts";

/** A call with its answer, in Qwen3 tokens. */
export type Asked = { text: string; tokens: number };

/** UTF-16 units of one answer, by the window: what `outputLimit` of the core allows. */
export const windows = [
  { window: "8k", units: 4_096 },
  { window: "32k", units: 16_384 },
] as const;

const nothing = { run: () => Promise.reject(new Error("nothing runs here")) };
const blobs = { put: async () => "", get: async () => undefined };

export const tools = builtInTools({ commandRunner: nothing, blobs, spillFolder: "", workerProgram: "" });

/** Calls tools as a model would, each call once. */
export function askTool(workspace: string, outputLimit: number) {
  const known = new Map<string, Asked>();
  return async (name: string, args: object): Promise<Asked> => {
    const call = JSON.stringify({ name, arguments: args });
    const before = known.get(call);
    if (before) return before;
    const context: ToolContext = {
      ...{ workspace, outputLimit, callName: "s1-c1", cancel: new AbortController().signal },
      ...{ lastSeen: () => undefined, show: () => undefined },
    };
    const result = await tools.find(({ spec }) => spec.name === name)?.run({ ...args }, context);
    if (!result || result.outcome === "stale") throw new Error(`${call} has no answer`);
    const asked = { text: result.content, tokens: count(call) + count(result.content) };
    known.set(call, asked);
    return asked;
  };
}

export type AskTool = ReturnType<typeof askTool>;

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** So many of them, at even distances. */
export function spread<One>(all: readonly One[], most: number): One[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)] as One);
}
