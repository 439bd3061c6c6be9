import { defineConfig } from "vitest/config";

const conditions = ["kestrel-source"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } };

/** Milliseconds that nothing takes, however loaded the machine: whoever still waits then waits for what never comes. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** `unit` needs nothing but Node; `engine` a real llama-server; `browser` Chromium and the built console; `soak` is long and on demand. */
const project = (name: string, include: string[], more: object = {}) => ({
  ...source,
  test: { name, include, ...more },
});

export default defineConfig({
  test: {
    projects: [
      project(
        "unit",
        [
          "packages/*/test/**/*.test.ts",
          "console/test/**/*.test.ts",
          "nano/test/*.test.ts",
          "test/*.test.ts",
          "test/unit/**/*.test.ts",
        ],
        patience,
      ),
      project("engine", ["test/engine/**/*.test.ts", "nano/test/engine/**/*.test.ts"], {
        ...patience,
        fileParallelism: false,
      }),
      project("browser", ["test/browser/**/*.test.ts"], {
        ...patience,
        fileParallelism: false,
      }),
      project("soak", ["test/soak/**/*.test.ts"], {
        ...patience,
        testTimeout: 2_700_000,
        fileParallelism: false,
      }),
    ],
  },
});
