import { z } from "zod";
import { askRoute } from "./route.ts";
import { SessionSummary } from "./session-summary.ts";

/** A session written down for others to read. */
export const Exported = z.object({
  text: z.string(),
  /** The first lines that contain something like a secret, in redacted form. */
  found: z.array(z.object({ line: z.int().positive(), text: z.string() })),
  /** How many such lines there are. */
  places: z.int().nonnegative(),
});
export type Exported = z.infer<typeof Exported>;

export const ExportWish = z.strictObject({
  /** `html`: one file that plays the session back in a browser, without a connection. */
  format: z.enum(["markdown", "jsonl", "html"]),
  /** Of the labels in the HTML; English when absent. */
  language: z.enum(["en", "zh-CN"]).optional(),
  /** Leave out what looks like a secret. */
  redact: z.boolean(),
});
export type ExportWish = z.infer<typeof ExportWish>;

export const exportRoutes = {
  exportSession: askRoute("/api/v1/sessions/:id/export", ExportWish, Exported),
  /** A session from its export as JSONL, which is the body itself; at most 200 MB. Refused with `import_refused` and a reason. */
  importSession: {
    method: "POST",
    path: "/api/v1/import",
    access: ["full"],
    body: undefined,
    takes: "application/x-ndjson",
    answer: z.object({ session: SessionSummary }),
  },
} as const;
