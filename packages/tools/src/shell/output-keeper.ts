import { setImmediate as turn } from "node:timers/promises";
import type { ToolContext, ToolResult } from "@kestrel/core";
import { openSpill } from "../spill/spill-file.ts";
import { keptOutput } from "./kept-output.ts";

/** UTF-16 units processed before yielding to other work. */
const piece = 65_536;

/** Shortens a complete output like a command's: start, end and the lines that look like errors, the whole in a spill file. */
export function outputKeeper(spillFolder: string) {
  return async (
    text: string,
    { outputLimit, callName }: Pick<ToolContext, "outputLimit" | "callName">,
  ): Promise<Pick<ToolResult, "content" | "spillFile">> => {
    const kept = keptOutput(outputLimit, () => openSpill(spillFolder, callName));
    for (let at = 0; at < text.length; at += piece) {
      await kept.take(text.slice(at, at + piece));
      await turn();
    }
    const spill = kept.spill();
    await spill?.settled();
    const spillFile = spill?.whole() ? spill.path : undefined;
    await spill?.close();
    return { content: kept.text(), ...(spillFile && { spillFile }) };
  };
}
