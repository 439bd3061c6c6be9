import { join } from "node:path";
import { defineConfig } from "vitest/config";

const conditions = ["kestrel-source"];

/** The workshop's own checks (`pnpm nano:check`): the corpus against the real tools and the real loop, the template and the vocabulary against a real llama-server. */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { include: ["nano/test/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 120_000, isolate: false },
});
