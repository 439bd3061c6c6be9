import { z } from "zod";
import { Failure } from "./error-code.ts";
import { ModelId } from "./model-on-disk.ts";
import { askRoute, getRoute, postRoute } from "./route.ts";

const bytes = z.int().nonnegative();

export { ModelOptions, optionsOfModel, readModelOptions, withModelOptions } from "./model-options.ts";

/** What a person asks to download: a name from the table, `hf:OWNER/REPO[:QUANT]`, or the address of a GGUF file. */
export const DownloadSource = z.string().trim().min(1).max(2_048);

export const DownloadId = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** One model on its way to this disk. Bytes are of all its files together, and never go back while it runs. */
export const ModelDownload = z.object({
  id: DownloadId,
  source: DownloadSource,
  /** Its file's name, without ending and part number. */
  name: z.string(),
  /** `waiting`: for another download to end. `paused`: by a person; it goes on where it was. */
  state: z.enum(["waiting", "running", "checking", "paused", "failed", "done"]),
  received: bytes,
  /** Absent until a server has said it. */
  total: bytes.optional(),
  /** Bytes a second, over the last seconds. */
  speed: bytes.optional(),
  files: z.int().positive(),
  /** Whether every file had a SHA-256 to be compared with. */
  verified: z.boolean(),
  /** All of it lay there before: its sums are compared, nothing is downloaded. */
  found: z.literal(true).optional(),
  failure: Failure.optional(),
  /** The first file, once it is there whole. */
  path: z.string().optional(),
});
export type ModelDownload = z.infer<typeof ModelDownload>;

/** A download as it is kept for the next start of the daemon. Paths lie below the models folder. */
export const KeptDownload = z.object({
  id: z.string(),
  source: DownloadSource,
  name: z.string(),
  paused: z.boolean(),
  files: z
    .array(
      z.object({
        url: z.string(),
        path: z.string().refine((path) => path.split("/").every((part) => /^[A-Za-z0-9]/.test(part))),
        size: z.int().nonnegative().optional(),
        sum: z.string().optional(),
        etag: z.string().optional(),
        whole: z.literal(true).optional(),
        found: z.literal(true).optional(),
      }),
    )
    .min(1),
});

/** A model that is worth a look, with what is documented of it. */
export const KnownModel = z.object({
  name: z.string(),
  source: DownloadSource,
  quantisation: z.string(),
  /** Of all its files, as its page says: `exact` or rounded. */
  bytes,
  exact: z.boolean(),
  licence: z.string(),
  /** Tokens it was trained on. */
  window: z.int().positive(),
  /** Bytes that 1,000 tokens of window take, by its published shape. */
  perThousand: bytes,
  /** Parameters, and those that work on one token where it is a mixture of experts. */
  parameters: bytes,
  active: bytes,
  goodFor: z.enum(["code", "general", "reasoning", "images"]),
  /** Measured by `docs/weak-models.md`. */
  measured: z.literal(true).optional(),
  /** The smallest window with which Kestrel is at ease takes this much memory. */
  need: bytes,
  fit: z.enum(["good", "tight", "too-large"]),
  /** Estimated tokens a second. */
  speed: z.number().nonnegative(),
  /** It lies on this disk. */
  here: ModelId.optional(),
});
export type KnownModel = z.infer<typeof KnownModel>;

/** What this machine has for models. Bytes; `video` is the graphics memory where a program tells it. */
export const MachineForModels = z.object({
  memory: bytes,
  available: bytes,
  cores: z.int().positive(),
  disk: bytes.optional(),
  video: z.object({ name: z.string(), bytes }).optional(),
});
export type MachineForModels = z.infer<typeof MachineForModels>;

/** How far a llama-server is that a person asked to fetch. */
export const EngineFetch = z.object({
  state: z.enum(["idle", "running", "failed", "done"]),
  /** What is being done; absent before the first step. */
  step: z.enum(["waiting", "index", "packages", "unpack", "ready"]).optional(),
  failure: Failure.optional(),
  /** About what is downloaded in all. Absent where Kestrel has nothing to fetch. */
  bytes: bytes.optional(),
  /** What a person can run instead, where it has nothing. */
  command: z.string().optional(),
});
export type EngineFetch = z.infer<typeof EngineFetch>;

const Removed = z.object({ freed: bytes });

const downloads = z.object({ downloads: z.array(ModelDownload), folder: z.string() });
const one = z.object({ download: ModelDownload });
const named = z.strictObject({ id: DownloadId });

export const downloadRoutes = {
  /** Those that run, wait, were stopped or failed, and those that were done since the start; the newest first. */
  listDownloads: getRoute("/api/v1/downloads", downloads),
  /** The models of the table, the best fit first, and this machine. Nothing is asked of another machine. */
  knownModels: askRoute(
    "/api/v1/models/known",
    z.strictObject({}),
    z.object({ machine: MachineForModels, models: z.array(KnownModel) }),
  ),
  /** Asks the source what it has, then downloads in the background. One that was begun goes on. */
  startDownload: postRoute("/api/v1/downloads", z.strictObject({ source: DownloadSource }), one),
  /** Keeps what came. */
  pauseDownload: postRoute("/api/v1/downloads/pause", named, one),
  /** Deletes the files of a model that was downloaded, never one that lies elsewhere. */
  removeModel: postRoute("/api/v1/models/remove", z.strictObject({ id: ModelId }), Removed),
  /** Deletes what came of one that is not done, and forgets it. */
  dropDownload: postRoute("/api/v1/downloads/drop", named, downloads),
  /** Downloads nothing. */
  readEngineFetch: getRoute("/api/v1/engine/fetch", EngineFetch, "owner"),
  /** Fetches a llama-server in the background; while it does, nothing more begins. */
  fetchEngine: postRoute("/api/v1/engine/fetch", z.strictObject({}), EngineFetch, "owner"),
} as const;
