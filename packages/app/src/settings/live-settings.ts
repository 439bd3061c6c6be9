import { KestrelError } from "@kestrel/core";
import type { ApplicationParts } from "@kestrel/daemon";
import type { DaemonStatus, Setting } from "@kestrel/protocol/api";
import {
  byHand,
  type Config,
  changeSetting,
  isSettingKey,
  type SettingKey,
  settingKeys,
  settingRow,
} from "@kestrel/store";

type SettingsBook = ApplicationParts["settings"];
type ListedSettings = Awaited<ReturnType<SettingsBook["list"]>>;
type Notices = DaemonStatus["notices"];
type Live = Pick<Config, "values" | "settings">;

/** The settings in force. Each query reads the user's file again and applies what can change without a restart. */
export class LiveSettings implements SettingsBook {
  readonly #inForce: Live;
  readonly #file: string;
  readonly #read: () => Promise<Live>;
  readonly #onChange: (values: Live["values"]) => void;

  /** `inForce` is what the program works by; it is changed in place. */
  constructor(
    inForce: Live,
    {
      file,
      read,
      onChange,
    }: { file: string; read: () => Promise<Live>; onChange: (values: Live["values"]) => void },
  ) {
    this.#inForce = inForce;
    this.#file = file;
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Every setting, with the file's value for the next start. An unreadable file is reported by `notices`. */
  async list(): Promise<ListedSettings> {
    const next = await this.#follow().catch((error: unknown) => {
      if (error instanceof KestrelError) return this.#inForce;
      throw error;
    });
    const settings = this.#inForce.settings.map((setting, at): ListedSettings["settings"][number] => {
      const {
        fallback = null,
        takes = "restart" as const,
        guarded = false,
        kind,
      } = settingRow(setting.key as SettingKey);
      const later = next.settings[at] ?? setting;
      return {
        ...{ ...setting, kind, fallback, takes, guarded },
        ...(!isSame(setting, later) && { next: later.value }),
      };
    });
    return { settings, file: this.#file };
  }

  /** Writes one. Rejects with `config_invalid`, and with `setting_by_hand` for what only a person changes. */
  async change(key: string, value: Setting["value"]): Promise<ListedSettings> {
    if (!isSettingKey(key)) throw new KestrelError("config_invalid", `no setting ${key}`, { key });
    if (settingRow(key).guarded) throw byHand(this.#file, key, value, "guarded");
    await changeSetting(this.#file, key, value ?? undefined);
    return this.list();
  }

  /** Settings of the file that take effect at the next start, or the reason why that start would fail. Never rejects. */
  async notices(): Promise<Notices> {
    try {
      const next = await this.#follow();
      const waiting = this.#inForce.settings.filter((setting, at) => !isSame(setting, next.settings[at]));
      const keys = waiting.map(({ key }) => key).join(", ");
      return keys === "" ? [] : [{ code: "settings_changed", params: { keys } }];
    } catch (error) {
      const { file, line, key } = error instanceof KestrelError ? error.params : {};
      const known = Object.entries({ file, line, key }).filter(([, value]) => value !== undefined);
      const facts = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
      return [{ code: "settings_broken", params: facts }];
    }
  }

  /** Reads the file again, and takes over what needs no restart. */
  async #follow(): Promise<Live> {
    const next = await this.#read();
    const live = new Set<string>(settingKeys.filter((key) => settingRow(key).takes !== undefined));
    const taken = Object.entries(next.values).filter(([key]) => live.has(key));
    Object.assign(this.#inForce.values, Object.fromEntries(taken));
    this.#inForce.settings = this.#inForce.settings.map((setting, at) =>
      live.has(setting.key) ? (next.settings[at] ?? setting) : setting,
    );
    this.#onChange(this.#inForce.values);
    return next;
  }
}

function isSame(one: Setting, other: Setting | undefined): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other?.value);
}
