import type { CallSubject } from "@kestrel/protocol";
import { longestRead } from "./label-command.ts";

/** Words into which a shell reads nothing: no quotes, patterns, parameters, and no assignment in front. */
const program = /^[A-Za-z0-9_/.,:@%+-]+$/;
const word = /^[A-Za-z0-9_/.,:@%+=^-]+$/;
const addresses = /\b(?:https?|ftp|wss?|git|ssh):\/\/[^\s'"`<>|;&)]+/gi;

/** What a line of sh is about: itself, and the addresses that stand in it. Whatever a shell would read more into may do more than it names. */
export function describeCommand(command: string): CallSubject {
  const read = command.length <= longestRead;
  const network = read ? [...new Set(command.match(addresses) ?? [])] : [];
  return {
    commands: [command],
    ...(network.length > 0 && { network }),
    ...(!(read && isPlain(command)) && { opaque: true as const }),
  };
}

function isPlain(command: string): boolean {
  const [first = "", ...rest] = command.split(/ +/);
  return program.test(first) && rest.every((one) => word.test(one));
}
