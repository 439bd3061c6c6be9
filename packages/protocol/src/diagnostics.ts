import { z } from "zod";
import { ReportId } from "./ids.ts";
import { getRoute } from "./route.ts";

/** From the most to the least urgent. `fatal`: the daemon ended by it. */
export const DiagnosticLevel = z.enum(["fatal", "error", "info", "debug"]);
export type DiagnosticLevel = z.infer<typeof DiagnosticLevel>;

/** One line of the daemon's own log: an unexpected failure, or details that help to understand one. */
export const DiagnosticEntry = z.object({
  level: DiagnosticLevel,
  /** ISO 8601. */
  time: z.string(),
  id: ReportId.optional(),
  /** The work that failed, in a few words. */
  where: z.string(),
  sessionId: z.string().optional(),
  turnId: z.string().optional(),
  step: z.int().optional(),
  callId: z.string().optional(),
  message: z.string(),
  /** With the stacks of its causes. */
  stack: z.string().optional(),
  /** The build that wrote it: the places of a stack are places in its files. */
  build: z.string().optional(),
});
export type DiagnosticEntry = z.infer<typeof DiagnosticEntry>;

/** The part of the table of routes that is about the daemon's own log. */
export const diagnosticRoutes = {
  /** The newest entries, the last one last; at most fifty. `file`: where all of them are. */
  listDiagnostics: getRoute(
    "/api/v1/diagnostics",
    z.object({ file: z.string(), entries: z.array(DiagnosticEntry) }),
  ),
} as const;
