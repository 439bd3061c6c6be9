import { z } from "zod";
import { SessionId } from "./ids.ts";
import { WorkspacePath } from "./new-session.ts";
import { askRoute, postRoute } from "./route.ts";

/** A fact's source: typed by the user, edited on a page, imported from a file, proposed and approved, or only proposed. */
const MemorySource = z.enum(["typed", "edited", "imported", "approved", "proposed"]);

/** `core`, `daily` and `conversation` have a meaning of their own; any other is the person's. */
const MemoryCategory = z.string().regex(/^[a-z0-9_-]{1,32}$/);

/** Most UTF-16 units of one fact. */
export const longestMemory = 500;

/** One fact. `id` and `createdAt` stay as they are whatever else changes. A proposed one is not in force. */
export const MemoryRow = z.object({
  id: z.string().regex(/^m[0-9a-z]{8,40}$/),
  /** Of two facts with one key in one scope the newer holds. */
  key: z.string().min(1).max(200),
  content: z.string(),
  category: MemoryCategory,
  /** Real path of the only folder in which it is known; absent: everywhere. */
  workspace: z.string().optional(),
  source: MemorySource,
  /** The session it was typed in. */
  session: SessionId.optional(),
  /** Proposed in a session that had read text from outside. */
  outside: z.literal(true).optional(),
  /** The file of another tool that it was proposed out of. */
  file: z.string().optional(),
  /** Added to the first message of every session. */
  pinned: z.literal(true).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How often it was given to a model, when last, and in which sessions, the newest first. */
  uses: z.int().nonnegative(),
  usedAt: z.string().optional(),
  sessions: z.array(SessionId).optional(),
  /** Its text before the correction. */
  previous: z.string().optional(),
});
export type MemoryRow = z.infer<typeof MemoryRow>;

/** Where facts are kept, and why nowhere. `file`: what a person can read. */
export const MemoryState = z.object({
  backend: z.enum(["sqlite", "jsonl", "none"]),
  on: z.boolean(),
  healthy: z.boolean(),
  file: z.string().optional(),
});
export type MemoryState = z.infer<typeof MemoryState>;

/** Where the text of a deleted fact remains. */
export const MemoryRemains = z.object({
  /** Logs of sessions; the index has them as long as their logs do. */
  sessions: z.array(SessionId),
  /** Logs of deleted sessions, in the trash. */
  removed: z.array(SessionId),
  /** Other files of the data folder. */
  files: z.array(z.string()),
  /** So many lines with the words were erased from what terminals keep of typed lines. */
  erasedLines: z.int().nonnegative(),
  /** Exports and backups are not known to Kestrel. */
  copies: z.literal(true),
});
export type MemoryRemains = z.infer<typeof MemoryRemains>;

const workspace = WorkspacePath.optional();
const id = z.string().max(60);
/** Checked where it is stored, by the rules for what a fact may hold. */
const content = z.string().max(200_000);

/** A fact to keep. */
export const NewMemory = z.strictObject({
  content,
  workspace,
  key: MemoryRow.shape.key.optional(),
  category: MemoryCategory.optional(),
  pinned: z.boolean().optional(),
  session: SessionId.optional(),
  source: z.enum(["typed", "imported"]).optional(),
});
export type NewMemory = z.infer<typeof NewMemory>;

/** Most facts of a file in one request. */
export const mostImported = 200;

/** A fact of a file. `at`: when it was changed last, of an export. */
const ImportedMemory = z.strictObject({
  content,
  workspace,
  key: MemoryRow.shape.key.optional(),
  category: MemoryCategory.optional(),
  pinned: z.boolean().optional(),
  at: z.string().max(40).optional(),
});
export type ImportedMemory = z.infer<typeof ImportedMemory>;

/** A change to a fact; `accept` turns a proposal into one. */
export const MemoryChange = z.strictObject({
  id,
  content: content.optional(),
  category: MemoryCategory.optional(),
  pinned: z.boolean().optional(),
  accept: z.literal(true).optional(),
});
export type MemoryChange = z.infer<typeof MemoryChange>;

/** The part of the table of routes that is about memory. Each may be rejected with `memory_unavailable`. */
export const memoryRoutes = {
  /** The facts known everywhere, and those of the folder; `all`: of every folder. Proposals are among them. */
  listMemory: askRoute(
    "/api/v1/memory/list",
    z.strictObject({ workspace, all: z.literal(true).optional() }),
    z.object({ state: MemoryState, rows: z.array(MemoryRow) }),
  ),
  /** What a message with these words would be given. */
  recallMemory: askRoute(
    "/api/v1/memory/recall",
    z.strictObject({ workspace, words: z.string().max(20_000) }),
    z.object({ rows: z.array(MemoryRow.extend({ score: z.number() })) }),
  ),
  /** Keeps a fact. Rejected with `memory_refused`. */
  storeMemory: postRoute("/api/v1/memory", NewMemory, z.object({ row: MemoryRow })),
  /**
   * Stores the facts of a file that the user was shown. `came`: for each `stored`, `there` when nothing changes, or the reason for
   * a refusal. `check`: only returns the results.
   */
  importMemory: postRoute(
    "/api/v1/memory/import",
    z.strictObject({
      facts: z.array(ImportedMemory).max(mostImported),
      check: z.literal(true).optional(),
    }),
    z.object({ came: z.array(z.string()) }),
  ),
  /** Changes a fact, or makes a proposal one (`accept`). Rejected with `not_found` or `memory_refused`. */
  changeMemory: postRoute("/api/v1/memory/change", MemoryChange, z.object({ row: MemoryRow })),
  /** Proposes what other tools remember of this user and of the folder; a person decides about each. */
  offerMemory: postRoute(
    "/api/v1/memory/offer",
    z.strictObject({ workspace }),
    z.object({ files: z.array(z.object({ file: z.string(), facts: z.int().nonnegative() })) }),
  ),
  /** Erases a fact from every byte of its file. Rejected with `not_found`. */
  forgetMemory: postRoute(
    "/api/v1/memory/forget",
    z.strictObject({ id }),
    z.object({ forgotten: MemoryRow, remains: MemoryRemains }),
  ),
} as const;
