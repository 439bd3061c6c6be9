import { KestrelError, type StaleCall, type ToolContext, type ToolResult } from "@kestrel/core";
import { NothingToDo, Refusal } from "./refusal.ts";
import { systemCode } from "./system-code.ts";

const plainWords: Readonly<Record<string, string>> = {
  ENOENT: "No such file or folder. Use read on the folder, or search, to find the right path.",
  ENOTDIR: "A part of that path is a file, not a folder.",
  EISDIR: "That is a folder, not a file.",
  EACCES: "Permission denied by the operating system.",
  EPERM: "Not permitted by the operating system.",
  EROFS: "That place is read-only.",
  ELOOP: "That path runs through a symbolic link that leads nowhere good. Use the real path.",
  ENXIO: "That is not a regular file.",
  ENAMETOOLONG: "That path is too long.",
  EEXIST: "Something of that name is already there. Read it first.",
  ENOSPC: "The disk is full. Nothing was written.",
  EDQUOT: "The disk quota is used up. Nothing was written.",
  EMFILE: "Too many files are open. Try again.",
  EBUSY: "That file is in use. Try again.",
};

/** The answer for a failed attempt; rethrows errors that are not the model's. */
export function failedAnswer(error: unknown, { texts }: Pick<ToolContext, "texts"> = {}): ToolResult {
  if (error instanceof Refusal) return { outcome: "error", content: error.message, seen: error.seen };
  if (error instanceof NothingToDo) return { outcome: "ok", content: error.message };
  const code = systemCode(error);
  const words = code === "ENOENT" && texts ? texts.missing : plainWords[code ?? ""];
  if (words !== undefined) return { outcome: "error", content: words };
  if (error instanceof KestrelError) throw error;
  throw new KestrelError("internal", "a tool broke", {}, { cause: error });
}

/** Runs a tool's work and turns errors that the model can fix into an answer. */
export async function answering<Answer extends ToolResult | StaleCall>(
  work: () => Promise<Answer>,
  context?: Pick<ToolContext, "texts">,
): Promise<Answer | ToolResult> {
  try {
    return await work();
  } catch (error) {
    return failedAnswer(error, context);
  }
}
