import type { CallPart } from "@kestrel/session-state";

/** Programs that run what stands behind them, and those that run what stands in a text. */
const wrappers = new Set(
  `env sudo doas su timeout time nice ionice nohup setsid stdbuf chroot unshare command builtin exec eval coproc xargs find
  watch busybox parallel flock script strace npx pnpx bunx uvx`.split(/\s+/),
);
const interpreters = new Set(
  `sh bash dash zsh ksh fish eval python python3 node deno bun perl ruby php lua awk gawk make just xargs ssh`.split(
    /\s+/,
  ),
);

/** Words of a shell that run a file or a text, where they stand first. */
const builtins = new Set(". source trap alias mapfile readarray compgen enable hash".split(" "));

/** A command by the name of its program, and every command that may stand within it: what a rule that denies has to hear of. */
export function withInnerCommands(parts: readonly CallPart[]): CallPart[] {
  return parts.flatMap((part): CallPart[] => {
    if (part.kind !== "command") return [part];
    const named = [programName(part.words[0] ?? ""), ...part.words.slice(1)];
    const found: CallPart[] = [part, { kind: "command", words: named }];
    if (!wrappers.has(named[0] ?? "")) return found;
    const inner = named.slice(1).map(
      (word, at): CallPart => ({
        kind: "command",
        words: [programName(word), ...named.slice(at + 2)],
      }),
    );
    return [...found, ...inner];
  });
}

/** Whether a command may run others that its words do not tell. */
export function mayHideCommands(words: readonly string[]): boolean {
  return builtins.has(words[0] ?? "") || words.some((word) => interpreters.has(programName(word)));
}

/** Without its folder: `/usr/bin/git` is git. */
function programName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
