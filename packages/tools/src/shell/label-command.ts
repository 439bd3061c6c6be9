import type { Assessment } from "@kestrel/core";
import type { RiskReason } from "@kestrel/protocol";
import { isLoopback, plainLetters } from "@kestrel/text";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import type { Bounds } from "../place/confined-path.ts";
import { namesProtected, namesSecret } from "../place/protected-paths.ts";
import { isAddress } from "./describe-command.ts";
import { overwrites } from "./overwrites.ts";

const destructive = new Set(
  `rm rmdir unlink shred dd truncate mkfs fdisk parted wipefs kill pkill killall reboot shutdown halt poweroff
  chmod chown mv tee sudo doas su crontab systemctl drop delete -delete clean reset restore prune purge uninstall remove
  --force --hard --in-place`.split(/\s+/),
);

const external = new Set(
  `curl wget nc ncat netcat socat ssh scp sftp rsync ftp telnet ping dig host nslookup getent traceroute whois sendmail
  clone fetch pull push ls-remote npx pnpx bunx pipx uvx dlx apt apt-get dnf yum pacman apk brew snap flatpak docker podman
  kubectl helm terraform gh glab aws gcloud az heroku vercel netlify openssl xdg-open`.split(/\s+/),
);

/** Package managers. They count as network access only with a subcommand in `getting`. */
const managers = new Set(
  "npm pnpm yarn bun deno pip pip3 uv poetry conda cargo go gem bundle composer mvn gradle".split(" "),
);
const getting = new Set(
  "install i ci add update upgrade publish exec download get sync login audit outdated".split(" "),
);

/** Network programs whose target is an argument. */
const dialers = new Set("curl wget nc ncat netcat socat telnet ping".split(" "));

/** Variable that a model sets before a command that needs this machine's network, such as a server for the user to open. */
export const wantsNetwork = "KESTREL_NETWORK";

/** Distinct words compared with known names; a line with more counts as naming all of them. */
const mostNames = 500;

/** A sandbox can read the whole workspace and does not seal all of it, so naming such a path requires approval. */
function placesNamed(words: readonly string[]): RiskReason[] {
  const names = new Set(words);
  const some = (test: (word: string) => boolean) => names.size > mostNames || [...names].some(test);
  return [
    ...(some(namesProtected) ? (["protected_path"] as const) : []),
    ...(some(namesSecret) ? (["reads_secret"] as const) : []),
  ];
}

/**
 * What a command might do, by its words. A label may add a question, never remove one: a command that hides its words misses a label
 * and needs approval as unparsed. `bounds`: where it would run; without them every redirection to a file counts as overwriting.
 * `loopback`: it uses no network but this machine's loopback, on these ports.
 */
export async function labelCommand(
  command: string,
  bounds?: Bounds,
): Promise<Assessment & { loopback?: readonly number[] }> {
  const named = await withTree(command, ({ rootNode }) => everyWord(rootNode));
  if (!named) return { risk: "external", reasons: ["runs_command", "may_destroy", "may_reach_network"] };
  const words = named.words.map((word) => plainLetters(word.slice(word.lastIndexOf("/") + 1)));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const inPlace =
    words.some((word) => /^(sed|perl)$/.test(word)) && words.some((word) => /^-[a-z]*i/.test(word));
  const forced = words.some((word) => /^-[a-z]*(rf|fr)/.test(word));
  const mayDestroy =
    has(destructive) || inPlace || forced || (await overwrites(named.redirects, words, bounds));
  const address = named.words.some((word) => isAddress(word) || /^\/dev\/(?:tcp|udp)\//.test(word));
  const gets = has(managers) && has(getting);
  const asked = named.words.includes(wantsNetwork);
  const mayReachNetwork = has(external) || gets || address || asked;
  const dials = !gets && !asked && words.every((word) => !external.has(word) || dialers.has(word));
  const loopback = mayReachNetwork && dials ? loopbackPorts(named.words) : undefined;
  return {
    ...(loopback && { loopback }),
    risk: mayReachNetwork ? "external" : mayDestroy ? "destructive" : "execute",
    reasons: [
      "runs_command",
      ...(mayDestroy ? (["may_destroy"] as const) : []),
      ...(mayReachNetwork ? (["may_reach_network"] as const) : []),
      ...placesNamed(named.words),
    ],
  };
}

/** The loopback ports that the words name; undefined when they name another address, or none. */
function loopbackPorts(words: readonly string[]): number[] | undefined {
  const ports: number[] = [];
  let named = false;
  for (const word of words) {
    if (isAddress(word) && !isLoopback(word)) return undefined;
    const [, host, port] =
      /^(?:[a-z]+:\/\/)?(?:[^@/]*@)?([^:/?#]+)(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(word) ?? [];
    if (host === undefined || !isLoopback(`http://${host}`)) continue;
    named = true;
    ports.push(port === undefined ? 80 : Number(port));
  }
  // `nc localhost 3000`: a separate number may be the port.
  const bare = words.filter((word) => /^\d{2,5}$/.test(word)).map(Number);
  return named ? [...new Set([...ports, ...bare])] : undefined;
}
