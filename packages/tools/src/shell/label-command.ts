import type { Assessment } from "@kestrel/core";

const destructive = new Set(
  `rm rmdir unlink shred dd truncate mkfs fdisk parted wipefs kill pkill killall reboot shutdown halt poweroff
  chmod chown mv tee sudo doas su crontab systemctl drop delete -delete clean reset restore prune purge uninstall remove
  --force -f --hard -i --in-place overwrite`.split(/\s+/),
);

const external = new Set(
  `curl wget nc ncat netcat socat ssh scp sftp rsync ftp telnet ping dig host nslookup getent traceroute whois mail sendmail
  clone fetch pull push submodule remote npm npx pnpm pnpx yarn bun bunx deno pip pip3 pipx uv uvx poetry conda cargo go gem
  bundle composer mvn gradle apt apt-get dnf yum pacman apk brew snap flatpak docker podman kubectl helm terraform gh glab
  aws gcloud az heroku vercel netlify openssl xdg-open open`.split(/\s+/),
);

/**
 * What a command might do, told by its words. It is a hint for people, never a permission: every command asks as it is, and a
 * command that hides its words from this scan only misses a label.
 */
export function labelCommand(command: string): Assessment {
  const words = wordsIn(command);
  const mayDestroy =
    words.some((word) => destructive.has(word) || /^-[a-z]*[rf]{2}/.test(word)) ||
    /(^|[^>&\d])>(?![>&])/.test(command);
  const mayReachNetwork =
    words.some((word) => external.has(word)) ||
    /\/dev\/(tcp|udp)\/|\b(https?|ftp|wss?|git|ssh):\/\//i.test(command);
  return {
    risk: mayReachNetwork ? "external" : mayDestroy ? "destructive" : "execute",
    reasons: [
      "runs_command",
      ...(mayDestroy ? (["may_destroy"] as const) : []),
      ...(mayReachNetwork ? (["may_reach_network"] as const) : []),
    ],
  };
}

/** Bare words: quotes and backslashes taken out (`r''m` is rm), split where a shell splits, without the folder of a program. */
function wordsIn(command: string): string[] {
  const joined = command.replace(/\\\r?\n/g, "");
  const unquoted = [joined.replace(/['"\\]/g, ""), joined.replace(/['"]/g, " ")];
  return unquoted.flatMap((text) =>
    text
      .split(/[\s;|&()<>{}$`=,[\]]+/)
      .map((word) => word.slice(word.lastIndexOf("/") + 1).toLowerCase())
      .filter(Boolean),
  );
}
