import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["kestrel-source"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } } };

/** Milliseconds that nothing takes, however loaded the machine: whoever still waits then waits for what never comes. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Stories that the soak tells more often; see `test/soaking.ts`. */
const toldOftener = [
  "packages/store/test/daemon-lock/daemon-lock.test.ts",
  "packages/server/test/events/limits.test.ts",
  "packages/server/test/events/resuming.test.ts",
  "packages/store/test/log/crash.test.ts",
  "packages/store/test/log/damage.test.ts",
  "packages/store/test/log/power-cut.test.ts",
  "packages/store/test/search/killed-indexes.test.ts",
  "packages/tools/test/command-line/both-shells.test.ts",
  "packages/tools/test/killed-edit.test.ts",
  "packages/tools/test/undo/round-trips.test.ts",
  "test/engine/channel-kills.test.ts",
  "test/engine/engine-leaks.test.ts",
  "test/engine/long-day.test.ts",
  "test/unit/sandbox/canaries.test.ts",
];

/** `unit` needs nothing but Node; `engine` a real llama-server, or the machine for itself; `browser` Chromium and the built console; `soak` is long and on demand. */
const project = (name: string, include: string[], more: object = {}) => ({
  ...source,
  test: { name, include, ...more },
});

/** As many files at once as the machine has processors, and at least two; one project after the other. */
const together = (groupOrder: number) => ({
  maxWorkers: Math.max(2, availableParallelism()),
  sequence: { groupOrder },
});

export default defineConfig({
  test: {
    projects: [
      project(
        "unit",
        [
          "packages/*/test/**/*.test.ts",
          "console/test/**/*.test.ts",
          "test/*.test.ts",
          "test/unit/**/*.test.ts",
        ],
        // Vitest would leave one processor to itself, and read every package anew for each of three hundred files.
        { ...patience, ...together(0), isolate: false },
      ),
      // These wait for processes half of their time: two at once, each with its own folders, ports and processes.
      project("engine", ["test/engine/**/*.test.ts"], { ...patience, ...together(1) }),
      project("browser", ["test/browser/**/*.test.ts"], { ...patience, ...together(2) }),
      project("soak", ["test/soak/**/*.test.ts", ...toldOftener], {
        ...patience,
        testTimeout: 2_700_000,
        fileParallelism: false,
        env: { KESTREL_SOAK: "1" },
      }),
    ],
  },
});
