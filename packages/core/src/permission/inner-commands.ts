import type { CallPart } from "@kestrel/session-state";

/** Programs that run the command in their arguments, and those that run the text of an argument. */
const wrappers = new Set(
  `env sudo doas su timeout time nice ionice nohup setsid stdbuf chroot unshare command builtin exec eval coproc xargs find
  watch busybox parallel flock script strace npx pnpx bunx uvx`.split(/\s+/),
);
const interpreters = new Set(
  `sh bash dash zsh ksh fish eval python python3 node deno bun perl ruby php lua awk gawk make just xargs ssh`.split(
    /\s+/,
  ),
);

/** Shell words that run a file or a text, in first position. */
const builtins = new Set(". source trap alias mapfile readarray compgen enable hash".split(" "));

/** Programs whose first non-option word is a subcommand. */
const withSubcommands = new Set(
  `git hg svn jj gh glab npm pnpm yarn bun deno pip pip3 uv poetry cargo go gem bundle composer mvn gradle docker podman kubectl helm
  terraform aws gcloud az heroku vercel netlify systemctl apt apt-get dnf yum pacman brew snap flatpak make just`.split(
    /\s+/,
  ),
);

/** Most options skipped between a program and its subcommand. */
const mostOptions = 20;

/** Options that take the word after them (git(1)). */
const gitValued = new Set(
  "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source".split(" "),
);

/** Git options that can change the meaning of its arguments, or start a program. */
const gitSettings = /^(-c|--config-env|--exec-path)(=|$)/;

/** A command by its program's name, and every command that may be nested in it, for deny rules. */
export function withInnerCommands(parts: readonly CallPart[]): CallPart[] {
  return parts.flatMap((part): CallPart[] => {
    if (part.kind !== "command") return [part];
    const named = [programName(part.words[0] ?? ""), ...part.words.slice(1)];
    const inner = wrappers.has(named[0] ?? "")
      ? named.slice(1).map((word, at) => [programName(word), ...named.slice(at + 2)])
      : [];
    const all = [part.words, named, ...inner];
    return [...all, ...all.flatMap(withoutOptions)].map((words) => ({ kind: "command", words }));
  });
}

/**
 * `git -C DIR push` as `git push`: removes the options between a program and its subcommand. Options with a separate value are known for
 * git; for other programs both readings are returned.
 */
function withoutOptions([program = "", ...rest]: readonly string[]): string[][] {
  if (!withSubcommands.has(program) || !isOption(rest[0])) return [];
  const starts = new Set([0]);
  for (const at of starts) {
    const word = rest[at];
    if (!isOption(word) || starts.size > mostOptions) continue;
    const valued = program === "git" ? gitValued.has(word) : undefined;
    if (valued !== true) starts.add(at + 1);
    if (valued !== false && !word.includes("=")) starts.add(at + 2);
  }
  return [...starts].filter((at) => !isOption(rest[at])).map((at) => [program, ...rest.slice(at)]);
}

function isOption(word: string | undefined): word is string {
  return word !== undefined && /^[-+]./.test(word);
}

/** Whether a command may run others that are not in its words. */
export function mayHideCommands(words: readonly string[]): boolean {
  if (builtins.has(words[0] ?? "") || words.some((word) => interpreters.has(programName(word)))) return true;
  return words.some((word) => programName(word) === "git") && words.some((word) => gitSettings.test(word));
}

/** Without its folder: `/usr/bin/git` is git. */
function programName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
