import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The page that shows what a model wrote, framed by the console. It has an opaque origin and no network access: its one script is allowed
 * by hash, and may run code generated from the text (Mermaid).
 */
export async function previewPage(folder: string): Promise<{ page: string; policy: string }> {
  const page = await readFile(join(folder, "preview.html"), "utf8");
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'sha256-${hash}' blob:`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  return { page, policy };
}
