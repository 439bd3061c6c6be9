import { KestrelError } from "@kestrel/core";
import type { DaemonStatus, Setting } from "@kestrel/protocol/api";

type Notices = DaemonStatus["notices"];
type Read = { readonly settings: readonly Setting[] };

/**
 * What the user's files say by now another way than `inForce` was read: it holds from the next start on. Asked anew each time;
 * a file that can no longer be read is said as well, because the next start would fail. Never rejects.
 */
export async function changedSettings(inForce: Read, readAgain: () => Promise<Read>): Promise<Notices> {
  try {
    const now = await readAgain();
    const before = new Map(inForce.settings.map(({ key, value }) => [key, JSON.stringify(value)]));
    const keys = now.settings
      .filter(({ key, value }) => before.get(key) !== JSON.stringify(value))
      .map(({ key }) => key);
    return keys.length === 0 ? [] : [{ code: "settings_changed", params: { keys: keys.join(", ") } }];
  } catch (error) {
    const { file, line, key } = error instanceof KestrelError ? error.params : {};
    const known = Object.entries({ file, line, key }).filter(([, value]) => value !== undefined);
    const facts = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
    return [{ code: "settings_broken", params: facts }];
  }
}
