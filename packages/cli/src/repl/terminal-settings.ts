import type { Setting } from "@kestrel/protocol/api";
import {
  readKeyBinding,
  type StatusPart,
  statusParts,
  type TerminalTheme,
  terminalThemes,
} from "@kestrel/protocol/terminal";

/** The user's settings for the terminal. */
export type TerminalSettings = {
  bell: boolean;
  notify: boolean;
  title: boolean;
  theme: TerminalTheme;
  status: ReadonlySet<StatusPart>;
  /** Key bindings: from the pressed key's name to the built-in one's. */
  keys: ReadonlyMap<string, string>;
};

/** Reads the daemon's settings; one unknown to an older daemon counts as unset. */
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
