import { z } from "zod";
import { Failure } from "./error-code.ts";
import { ModelId } from "./model-on-disk.ts";
import { askRoute, getRoute, postRoute } from "./route.ts";

const bytes = z.int().nonnegative();

export { ModelOptions, optionsOfModel, readModelOptions, withModelOptions } from "./model-options.ts";

/** A download's source: a name from the table, `hf:OWNER/REPO[:QUANT]`, or the address of a GGUF file. */
const DownloadSource = z.string().trim().min(1).max(2_048);

const DownloadId = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** One model download. Bytes are of all its files together, and never decrease while it runs. */
export const ModelDownload = z.object({
  id: DownloadId,
  source: DownloadSource,
  /** Its file's name, without extension and part number. */
  name: z.string(),
  /** `waiting`: for another download. `paused`: by the user; it can resume. */
  state: z.enum(["waiting", "running", "checking", "paused", "failed", "done"]),
  received: bytes,
  /** Absent until a server has reported it. */
  total: bytes.optional(),
  /** Bytes per second, over the last seconds. */
  speed: bytes.optional(),
  files: z.int().positive(),
  /** Whether every file had a SHA-256 to compare with. */
  verified: z.boolean(),
  /** All files existed before: only their checksums are compared. */
  found: z.literal(true).optional(),
  failure: Failure.optional(),
  /** The first file, once it is complete. */
  path: z.string().optional(),
});
export type ModelDownload = z.infer<typeof ModelDownload>;

/** A download as stored for the next start of the daemon. Paths are relative to the models folder. */
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

/** A recommended model, with its documented figures. */
export const KnownModel = z.object({
  name: z.string(),
  source: DownloadSource,
  quantisation: z.string(),
  /** Total of its files, from its page: `exact` or rounded. */
  bytes,
  exact: z.boolean(),
  licence: z.string(),
  /** Tokens it was trained on. */
  window: z.int().positive(),
  /** Bytes for 1,000 tokens of window, by its published shape. */
  perThousand: bytes,
  /** Parameters, and those active per token in a mixture of experts. */
  parameters: bytes,
  active: bytes,
  goodFor: z.enum(["code", "general", "reasoning", "images"]),
  /** Measured by `docs/weak-models.md`. */
  measured: z.literal(true).optional(),
  /** Memory with the smallest recommended window. */
  need: bytes,
  /** By this machine's whole memory. `slow`: it fits, and writes slower than a person reads. */
  fit: z.enum(["good", "tight", "slow", "too-large"]),
  /** Estimated tokens per second. */
  speed: z.number().nonnegative(),
  /** Its id on this disk, if downloaded. */
  here: ModelId.optional(),
});
export type KnownModel = z.infer<typeof KnownModel>;

/** This machine's memory for models. Bytes; `video` is the graphics memory, if it can be queried. */
export const MachineForModels = z.object({
  memory: bytes,
  available: bytes,
  cores: z.int().positive(),
  disk: bytes.optional(),
  video: z.object({ name: z.string(), bytes }).optional(),
});
export type MachineForModels = z.infer<typeof MachineForModels>;

/** The progress of fetching a llama-server. */
export const EngineFetch = z.object({
  state: z.enum(["idle", "running", "failed", "done"]),
  /** The current step; absent before the first. */
  step: z.enum(["waiting", "index", "packages", "unpack", "ready"]).optional(),
  failure: Failure.optional(),
  /** Approximate size of the whole download. Absent when there is nothing to fetch. */
  bytes: bytes.optional(),
  /** What the Vulkan backend adds; absent when there is none to fetch. */
  vulkanBytes: bytes.optional(),
  /** The graphics processor of this machine, if one is known. */
  graphics: z.string().optional(),
  /** A command to run instead, when there is nothing to fetch. */
  command: z.string().optional(),
});
export type EngineFetch = z.infer<typeof EngineFetch>;

const Removed = z.object({ freed: bytes });

const downloads = z.object({ downloads: z.array(ModelDownload), folder: z.string() });
const one = z.object({ download: ModelDownload });
const named = z.strictObject({ id: DownloadId });

export const downloadRoutes = {
  /** Running, waiting, paused and failed downloads, and those completed since the start; newest first. */
  listDownloads: getRoute("/api/v1/downloads", downloads),
  /** The models of the table, best fit first, and this machine. Makes no request to another machine. */
  knownModels: askRoute(
    "/api/v1/models/known",
    z.strictObject({}),
    z.object({ machine: MachineForModels, models: z.array(KnownModel) }),
  ),
  /** Queries the source, then downloads in the background. Resumes an unfinished download. */
  startDownload: postRoute("/api/v1/downloads", z.strictObject({ source: DownloadSource }), one),
  /** Keeps the downloaded part. */
  pauseDownload: postRoute("/api/v1/downloads/pause", named, one),
  /** Deletes the files of a downloaded model, never one stored elsewhere. */
  removeModel: postRoute("/api/v1/models/remove", z.strictObject({ id: ModelId }), Removed),
  /** Deletes the files of an unfinished download, and its entry. */
  dropDownload: postRoute("/api/v1/downloads/drop", named, downloads),
  /** Downloads nothing. */
  readEngineFetch: getRoute("/api/v1/engine/fetch", EngineFetch, "owner"),
  /** Fetches a llama-server in the background; meanwhile no second fetch starts. `vulkan`: for a graphics processor. */
  fetchEngine: postRoute(
    "/api/v1/engine/fetch",
    z.strictObject({ vulkan: z.boolean().optional() }),
    EngineFetch,
    "owner",
  ),
} as const;
