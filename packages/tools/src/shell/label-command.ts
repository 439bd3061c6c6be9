import type { Assessment } from "@kestrel/core";
import { commandWords } from "./command-words.ts";

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

/** Package managers reach the network when they are told to get something. */
const managers = new Set(
  "npm pnpm yarn bun deno pip pip3 uv poetry conda cargo go gem bundle composer mvn gradle".split(" "),
);
const getting = new Set(
  "install i ci add update upgrade publish exec download get sync login audit outdated".split(" "),
);

/** UTF-16 units. Nobody looks through a longer command; it is labelled as the worst it could be. */
export const longestRead = 64 * 1024;

/**
 * What a command might do, told by its words. It is a hint for people, never a permission: every command asks as it is, and a
 * command that hides its words from this scan only misses a label.
 */
export function labelCommand(command: string): Assessment {
  if (command.length > longestRead)
    return { risk: "external", reasons: ["runs_command", "may_destroy", "may_reach_network"] };
  const words = wordsIn(command);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const inPlace =
    words.some((word) => /^(sed|perl)$/.test(word)) && words.some((word) => /^-[a-z]*i/.test(word));
  const forced = words.some((word) => /^-[a-z]*(rf|fr)/.test(word));
  const redirected = /(^|[^>])>(?![>&])/.test(command.replaceAll(/>\s*\/dev\/null(?![^\s;|&)])/g, ""));
  const mayDestroy = has(destructive) || inPlace || forced || redirected;
  const address = /\/dev\/(tcp|udp)\/|\b(https?|ftp|wss?|git|ssh):\/\//i.test(command);
  const mayReachNetwork = has(external) || (has(managers) && has(getting)) || address;
  return {
    risk: mayReachNetwork ? "external" : mayDestroy ? "destructive" : "execute",
    reasons: [
      "runs_command",
      ...(mayDestroy ? (["may_destroy"] as const) : []),
      ...(mayReachNetwork ? (["may_reach_network"] as const) : []),
    ],
  };
}

/** Every word as a program is named, without its folder. */
function wordsIn(command: string): string[] {
  return commandWords(command)
    .map((word) => word.slice(word.lastIndexOf("/") + 1).toLowerCase())
    .filter(Boolean);
}
