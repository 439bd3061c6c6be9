import type { CallSubject } from "@kestrel/protocol";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { readsAlike } from "../command-line/reads-alike.ts";
import { simpleCommands } from "../command-line/simple-commands.ts";

/** Every address is told of; a line with more is no line to be let through. */
const mostAddresses = 20;

/**
 * What a line of sh is about: itself, its simple commands where it is a row of them, and the addresses that stand in it. One that
 * shells do not all read alike may do more than it names.
 */
export async function describeCommand(command: string): Promise<CallSubject> {
  const read = await withTree(command, ({ rootNode }) => {
    const simple = simpleCommands(rootNode);
    return { simple, alike: simple !== undefined && readsAlike(command, rootNode), ...everyWord(rootNode) };
  });
  const network = [...new Set(read?.words.filter(isAddress))].slice(0, mostAddresses);
  return {
    commands: [command],
    ...(read?.simple && { simple: read.simple }),
    ...(read?.alike ? { alike: true as const } : { opaque: true as const }),
    ...(network.length > 0 && { network }),
  };
}

export function isAddress(word: string): boolean {
  return /^(?:https?|ftp|wss?|git|ssh):\/\/\S/i.test(word);
}
