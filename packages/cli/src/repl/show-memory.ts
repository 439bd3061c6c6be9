import { doMemoryCommand } from "@kestrel/server/client";
import { memoriesOfTurn, wishToRemember } from "@kestrel/session-state/memories";
import { memoryLines } from "../session-lines/fact-lines.ts";
import type { SlashContext } from "./slash-context.ts";

type MemoryCommand = Parameters<typeof doMemoryCommand>[1];

/** `/remember`, `/forget` and `/memory`: the user's stored facts. */
export function showMemory(command: MemoryCommand) {
  return async (
    { connection, dialogue, surface, say, folder }: SlashContext,
    argument: string,
  ): Promise<void> => {
    const { state } = dialogue;
    const used = state && memoriesOfTurn(state);
    const place = {
      workspace: state?.workspace ?? folder,
      session: state?.sessionId,
      used,
      asked: state && wishToRemember(state),
    };
    const answer = await doMemoryCommand(connection.client, command, argument, place).finally(() => {
      // Deleted text, and a refused secret, are erased from the history's file.
      if (argument !== "") surface.rereadHistory();
    });
    const lines = memoryLines(answer, say);
    if (command === "memory" && dialogue.wished.memory === false) lines.push(say("memory.private"));
    surface.tell(lines.join("\n"));
  };
}
