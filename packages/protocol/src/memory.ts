import { z } from "zod";
import { SessionId } from "./ids.ts";

/** How a fact came in: said by the person, changed on a page, read from a file, proposed and approved, or only proposed. */
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
  /** Where it was said. */
  session: SessionId.optional(),
  /** Proposed in a session that had read text from outside. */
  outside: z.literal(true).optional(),
  /** Goes with the first message of every session. */
  pinned: z.literal(true).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** How often it was given to a model, when last, and in which sessions, the newest first. */
  uses: z.int().nonnegative(),
  usedAt: z.string().optional(),
  sessions: z.array(SessionId).optional(),
  /** What it said before it was corrected. */
  previous: z.string().optional(),
});
export type MemoryRow = z.infer<typeof MemoryRow>;
