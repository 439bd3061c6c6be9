import type { Setting } from "@kestrel/protocol/api";
import {
  readKeyBinding,
  type StatusPart,
  statusParts,
  type TerminalTheme,
  terminalThemes,
} from "@kestrel/protocol/terminal";

/** How the person wants their terminal. */
export type TerminalSettings = {
  bell: boolean;
  notify: boolean;
  title: boolean;
  theme: TerminalTheme;
  status: ReadonlySet<StatusPart>;
  /** What other keys mean, by the names of the keys that always mean it. */
  keys: ReadonlyMap<string, string>;
};

/** Read from the daemon's settings; one that an older daemon does not know is as if nothing were set. */
export function terminalSettings(settings: readonly Setting[]): TerminalSettings {
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  const { "terminal.status": status, "terminal.keys": keys } = Object.fromEntries(values);
  const named: readonly string[] = Array.isArray(status) ? status : statusParts;
  return {
    bell: values.get("terminal.bell") === "on",
    notify: values.get("terminal.notify") === "on",
    title: values.get("terminal.title") === "on",
    theme: terminalThemes.find((theme) => theme === values.get("terminal.theme")) ?? "dark",
    status: new Set(statusParts.filter((part) => named.includes(part))),
    keys: new Map(
      (Array.isArray(keys) ? keys : []).flatMap((text) => {
        const bound = readKeyBinding(text);
        return bound ? [[bound.key, bound.means]] : [];
      }),
    ),
  };
}
