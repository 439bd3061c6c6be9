import type { CallSubject } from "@kestrel/protocol";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { readsAlike } from "../command-line/reads-alike.ts";
import { simpleCommands } from "../command-line/simple-commands.ts";

/** Every address is listed; a line with more cannot be allowed by a rule. */
const mostAddresses = 20;

/**
 * The subject of a sh line: the line, its simple commands if it has nothing else, and its addresses. A line that shells parse
 * differently may do more than it names.
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
