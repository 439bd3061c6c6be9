import { createHash } from "node:crypto";
import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { LandingCount, ModelProfile } from "@kestrel/protocol/api";
import { parse, stringify } from "smol-toml";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";

/** `source` identifies a profile that was stored before sizes were recorded. */
type Identity = Pick<ModelProfile, "server" | "model" | "template" | "size" | "source">;

const heading =
  "# What Kestrel learned about this model. Edit freely: what stands here wins, and only what is missing is added.\n\n";

/** Profiles of models, one TOML file each, for people to read and correct. An invalid file is left unchanged and not used. */
export function profileFolder(folder: string) {
  const fileOf = async (identity: Identity): Promise<string> => {
    const { size, source } = identity;
    const exact = join(folder, `${nameOf(identity)}.toml`);
    if (size === undefined || (await readProfile(exact))) return exact;
    const unsized = join(folder, `${nameOf({ ...identity, size: undefined })}.toml`);
    const older = await readProfile(unsized);
    const known = older && older.size === undefined && [undefined, source].includes(older.source);
    return known || older?.size === size ? unsized : exact;
  };
  return {
    read: async (identity: Identity) => readProfile(await fileOf(identity)),

    /** The most recently written profile of a model from that source. */
    async latestFrom(source: string): Promise<ModelProfile | undefined> {
      const names = ((await readdir(folder).catch(absent)) ?? []).filter((name) => name.endsWith(".toml"));
      const dated = await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name);
          const facts = await stat(file).catch(absent);
          return { file, changed: facts?.mtimeMs ?? 0 };
        }),
      );
      for (const { file } of dated.sort((left, right) => right.changed - left.changed)) {
        const profile = await readProfile(file);
        if (profile?.source === source) return profile;
      }
      return undefined;
    },

    /** Adds missing values; changes nothing in the file, not even keys that this Kestrel does not know. */
    async write(profile: ModelProfile): Promise<void> {
      const file = await fileOf(profile);
      const text = await readBounded(file, longestSettingsFile).catch(absent);
      const there = text === undefined ? {} : tableIn(text);
      if (there === undefined) return;
      const added = Object.entries(profile).filter(([key, value]) => value !== undefined && !(key in there));
      if (text !== undefined && added.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replace(file, { ...Object.fromEntries(added), ...there });
    },

    /** Adds to the counters and changes nothing else. Unreadable counters start again at zero. */
    async count(identity: Identity, landing: LandingCount): Promise<LandingCount | undefined> {
      const file = await fileOf(identity);
      const there = await readTable(file);
      if (there === undefined) return undefined;
      const sums = summed(LandingCount.safeParse(there.landing).data, landing);
      await replace(file, { ...there, landing: sums });
      return sums;
    },

    /** Adds a field to those that its server rejects, and changes nothing else. An unreadable list is replaced. */
    async leaveOut(identity: Identity, field: string): Promise<readonly string[] | undefined> {
      const file = await fileOf(identity);
      const there = await readTable(file);
      if (there === undefined) return undefined;
      const known = ModelProfile.shape.left_out.safeParse(there.left_out).data ?? [];
      const left_out = [...new Set([...known, field])];
      if (left_out.length > known.length) await replace(file, { ...there, left_out });
      return left_out;
    },
  };
}

async function replace(file: string, table: Record<string, unknown>): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, heading + stringify(ordered(table)), { mode: 0o600 });
  await rename(draft, file);
}

function summed(before: LandingCount | undefined, landing: LandingCount): LandingCount {
  if (!before) return landing;
  const sums = (one: Record<string, number>, other: Record<string, number>) => {
    const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
  };
  return {
    calls: before.calls + landing.calls,
    recovered: sums(before.recovered, landing.recovered),
    repaired: sums(before.repaired, landing.repaired),
    rejected: before.rejected + landing.rejected,
    unparsed: before.unparsed + landing.unparsed,
  };
}

async function readProfile(file: string): Promise<ModelProfile | undefined> {
  return ModelProfile.safeParse(await readTable(file)).data;
}

async function readTable(file: string): Promise<Record<string, unknown> | undefined> {
  const text = await readBounded(file, longestSettingsFile).catch(absent);
  return text === undefined ? undefined : tableIn(text);
}

function tableIn(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    // expected: not TOML
    return undefined;
  }
}

/** TOML requires plain values before tables; those follow the schema's order. */
function ordered(table: Record<string, unknown>): Record<string, unknown> {
  const rank = Object.keys(ModelProfile.shape);
  const place = (key: string) => (rank.includes(key) ? rank.indexOf(key) : rank.length);
  const isTable = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return Object.fromEntries(
    Object.entries(table).sort(
      ([left, before], [right, after]) =>
        Number(isTable(before)) - Number(isTable(after)) || place(left) - place(right),
    ),
  );
}

/** Readable, and unique for every build, model, template and known size. */
function nameOf({ server, model, template, size }: Identity): string {
  const word = model
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "");
  const parts = [server, model, template, ...(size === undefined ? [] : [size])];
  const mark = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 8);
  return `${word.slice(0, 80) || "model"}-${mark}`;
}
