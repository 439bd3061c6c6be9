import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pastDoors } from "./architecture/doors.ts";
import { droppedErrorsIn } from "./architecture/dropped-errors.ts";
import { fileCircles } from "./architecture/file-circles.ts";
import { folderCircles } from "./architecture/folder-circles.ts";
import { placesNamedIn } from "./architecture/places-named.ts";
import { riddlesIn, riddlesLeft } from "./architecture/riddles.ts";
import { loadedWith } from "./architecture/start-path.ts";
import { synonymsIn } from "./architecture/synonyms.ts";
import { type Source, violationsOf } from "./architecture/violations.ts";

const root = join(import.meta.dirname, "..");

/** As git knows them: a walk of the disk would follow every package's links to the others. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");

function sourcesOf(folder: string): Source[] {
  return files
    .filter((file) => file.startsWith(`${folder}/`) && /\.(ts|tsx|mts|cts)$/.test(file))
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

const packages = [
  "protocol",
  "text",
  "edit-match",
  "tool-calls",
  "session-state",
  "core",
  "diagnostics",
  "backends",
  "runtime",
  "store",
  "tools",
  "mcp",
  "web",
  "memory",
  "channels",
  "daemon",
  "server",
  "app",
  "cli",
] as const;
const rooms = [...packages.map((name) => `packages/${name}/src`), "console/src"];

describe.each(rooms)("%s", (folder) => {
  const sources = sourcesOf(folder);

  it("has sources to check, so a broken glob cannot pass as clean code", () => {
    expect(sources.length).toBeGreaterThan(0);
  });

  it("imports only what its row allows", () => {
    expect(sources.flatMap(violationsOf)).toEqual([]);
  });

  it("has folders that lean one way", () => {
    expect(folderCircles(sources, folder)).toEqual([]);
  });

  it.runIf(folder !== "nano/src")(
    "has no files that import each other around a circle, by types or values",
    () => {
      expect(fileCircles(sources)).toEqual([]);
    },
  );

  it("drops no error without a reason", () => {
    expect(sources.flatMap(droppedErrorsIn)).toEqual([]);
  });

  it("has no more sentences that do not say who or what", () => {
    const count = sources.reduce((sum, source) => sum + riddlesIn(source), 0);
    expect(count).toBeLessThanOrEqual(riddlesLeft[folder] ?? 0);
  });

  it("names things by the words of the glossary", () => {
    expect(sources.flatMap(synonymsIn)).toEqual([]);
  });
});

describe.each(["protocol/src/index", "protocol/src/api", "session-state/src/index", "text/src/index"])(
  "the door packages/%s.ts",
  (door) => {
    it("has at most 120 names", () => {
      const text = readFileSync(join(root, `packages/${door}.ts`), "utf8");
      const names = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = ""]) =>
        list.split(",").filter((name) => name.trim()),
      );
      expect(names.length).toBeGreaterThan(10);
      expect(names.length).toBeLessThanOrEqual(120);
    });
  },
);

describe("the page that draws the house", () => {
  it("names no place that is not there", () => {
    const places = placesNamedIn(readFileSync(join(root, "docs/architecture.md"), "utf8"));
    expect(places.length).toBeGreaterThan(40);
    const missing = places.filter(({ paths }) => !paths.some((path) => existsSync(join(root, path))));
    expect(missing.map(({ named }) => named)).toEqual([]);
  });
});

describe("the worked examples of CONTRIBUTING.md", () => {
  it("name files that are there", () => {
    const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
    const named = [...text.matchAll(/`((?:packages|console|test)\/[\w./-]+|[\w.]+\.toml)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe("the way to the first request", () => {
  it("does not load what reads replies", () => {
    const loaded = loadedWith("packages/core/src/index.ts", sourcesOf("packages/core/src"));
    expect(loaded).toContain("packages/core/src/turn/take-step.ts");
    const readers = /^import (?!type )[^;]*from "@kestrel\/tool-calls";/m;
    expect(loaded.filter((file) => readers.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("draws the prompt before it loads a schema, or what asks the daemon", () => {
    const own = sourcesOf("packages/cli/src");
    const loaded = ["bin.ts", "commands/repl.ts"].flatMap((file) =>
      loadedWith(`packages/cli/src/${file}`, own),
    );
    expect(loaded).toContain("packages/cli/src/repl/terminal-surface.ts");
    const asks =
      /^import (?!type )[^;]*from "(?:zod|@kestrel\/(?:server\/client|app\/find-daemon|protocol\/\w+))";/m;
    expect(loaded.filter((file) => asks.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("makes no segmenter while it loads: the rules of a language take longer than a hundred modules", () => {
    const others = packages.filter((name) => name !== "channels");
    const sources = others.flatMap((name) => sourcesOf(`packages/${name}/src`));
    const made = sources.filter(({ text }) => /^(?:export )?const [^;]*= new Intl\.Segmenter/m.test(text));
    expect(made.map(({ file }) => file)).toEqual([]);
  });

  it("does not load the reader of YAML: most starts have none to read", () => {
    const sources = packages.flatMap((name) => sourcesOf(`packages/${name}/src`));
    const read = sources.filter(({ text }) => /^import (?!type ).*from "yaml";/m.test(text));
    expect(read.map(({ file }) => file)).toEqual([]);
  });

  it("does not load channels, nor the thread of channels an adapter that is not in use", () => {
    const others = packages.filter((name) => name !== "channels");
    const sources = others.flatMap((name) => sourcesOf(`packages/${name}/src`));
    const entering = sources.filter(({ text }) =>
      /^import (?!type )[^;]*from "@kestrel\/channels";/m.test(text),
    );
    expect(entering.map(({ file }) => file)).toEqual([]);
    const own = sourcesOf("packages/channels/src");
    const host = loadedWith("packages/channels/src/index.ts", own);
    expect(host.filter((file) => /\/(?:adapters|gateway)\//.test(file))).toEqual([]);
    const thread = loadedWith("packages/channels/src/worker/channels-program.ts", own);
    expect(thread).toContain("packages/channels/src/bridge/turns.ts");
    expect(thread.filter((file) => /\/adapters\//.test(file))).toEqual([]);
  });
});

describe.each(["packages", "console"])("whoever is in %s", (folder) => {
  it("enters another package by its door, tests too", () => {
    expect(sourcesOf(folder).flatMap(pastDoors)).toEqual([]);
  });
});

describe("the check of dropped errors", () => {
  const dropped = (text: string) => droppedErrorsIn({ file: "packages/x/src/x.ts", text }).length;

  it("fails where a handler does not look at its error", () => {
    expect(dropped("try {\n  work();\n} catch {}")).toBe(1);
    expect(dropped("try {\n  work();\n} catch (error) {\n  return 1;\n}")).toBe(1);
    expect(dropped("work().catch(() => undefined);")).toBe(1);
    expect(dropped("work().then(\n  (x) => x,\n  () => false,\n);")).toBe(1);
    expect(dropped("work().catch(() => undefined); // expected:")).toBe(1);
  });

  it("passes where the error is looked at, or a reason is given in the same line or the first of the block", () => {
    expect(dropped("try {\n  work();\n} catch (error) {\n  report(error);\n}")).toBe(0);
    expect(dropped("work().catch(absent);")).toBe(0);
    expect(dropped("work().catch(() => undefined); // expected: it was stopped")).toBe(0);
    expect(dropped("try {\n  work();\n} catch {\n  // expected: no JSON\n}")).toBe(0);
    expect(dropped('work().then((x) => x, passOver("working"));')).toBe(0);
  });
});

describe("the check itself", () => {
  const bad = (file: string, text: string) => violationsOf({ file, text });

  it("fails when core reads a file, the clock or the dice", () => {
    expect(bad("packages/core/src/x.ts", 'import { readFileSync } from "node:fs";')).toHaveLength(1);
    expect(bad("packages/core/src/x.ts", "const now = Date.now();")).toHaveLength(1);
    expect(bad("packages/protocol/src/x.ts", "const die = Math.random();")).toHaveLength(1);
  });

  it("fails when two adapters meet", () => {
    expect(bad("packages/tools/src/x.ts", 'import { createEngine } from "@kestrel/runtime";')).toHaveLength(
      1,
    );
    expect(bad("packages/store/src/x.ts", 'const it = await import("@kestrel/server");')).toHaveLength(1);
    expect(bad("packages/backends/src/x.ts", 'export { x } from "../../store/src/index.ts";')).toHaveLength(
      1,
    );
  });

  it("fails when a package imports what its row forbids", () => {
    expect(bad("packages/protocol/src/x.ts", 'import { x } from "@kestrel/core";')).toHaveLength(1);
    expect(bad("packages/server/src/client/x.ts", 'import { x } from "node:http";')).toHaveLength(1);
    expect(bad("packages/cli/src/repl/x.ts", 'import { x } from "@kestrel/store";')).toHaveLength(1);
    expect(bad("console/src/x.tsx", 'import { x } from "@kestrel/server";')).toHaveLength(1);
    expect(bad("console/src/features/chat/x.tsx", 'import { x } from "../engine/y.tsx";')).toHaveLength(1);
    expect(bad("packages/core/src/x.ts", 'import { x } from "left-pad";')).toHaveLength(1);
  });

  it("fails when the product leans on the workshop of its small model", () => {
    for (const room of ["packages/app/src/start-daemon.ts", "packages/core/src/x.ts", "console/src/x.tsx"])
      expect(bad(room, 'import { tasks } from "../../../nano/src/tasks/task.ts";')).toHaveLength(1);
  });

  it("fails when two folders of a package need each other, by types or around a corner", () => {
    const root = "packages/core/src";
    const source = (file: string, text: string) => ({ file: `${root}/${file}`, text });
    const circle = [
      source("session/a.ts", 'import type { B } from "../turn/b.ts";'),
      source("turn/b.ts", 'import { c } from "../calls/deep/c.ts";'),
      source("calls/deep/c.ts", 'export { d } from "../../session/d.ts";'),
    ];
    expect(folderCircles(circle, root)).toEqual(["calls -> session -> turn -> calls"]);
    expect(folderCircles(circle.slice(0, 2), root)).toEqual([]);
  });

  it("fails when files import each other around a circle", () => {
    const source = (file: string, text: string) => ({ file, text });
    const circle = [
      source("a/a.ts", 'import type { B } from "./b.ts";'),
      source("a/b.ts", 'import { c } from "../c.ts";'),
      source("c.ts", 'export { a } from "./a/a.ts";'),
      source("d.ts", 'import { a } from "./a/a.ts";'),
    ];
    expect(fileCircles(circle)).toEqual([["a/a.ts", "a/b.ts", "c.ts"]]);
    expect(fileCircles(circle.slice(1))).toEqual([]);
  });

  it("fails when a package is entered past its door", () => {
    const past = 'import { x } from "../../store/src/log/x.ts";';
    expect(pastDoors({ file: "packages/cli/test/x.ts", text: past })).toHaveLength(1);
    const door = 'import { x } from "../../store/src/index.ts";';
    expect(pastDoors({ file: "packages/cli/test/x.ts", text: door })).toEqual([]);
    expect(
      pastDoors({ file: "packages/store/test/x.ts", text: 'import { x } from "../src/log/x.ts";' }),
    ).toEqual([]);
  });

  it("fails for a private word in an identifier, not for one in a sentence", () => {
    const named = (text: string) => synonymsIn({ file: "packages/core/src/x.ts", text });
    expect(named("class Mailbox {}")).toHaveLength(1);
    expect(named("const openAlbum = 1;")).toHaveLength(1);
    expect(named('const words = "an Album"; // the Mailbox')).toEqual([]);
    expect(named("function told(text: string) {}")).toHaveLength(1);
    expect(named("class Pins {\n  heard(usage: Usage) {}\n}")).toHaveLength(1);
    expect(named("if (stands) throw told;\nconst told = 1;")).toEqual([]);
  });

  it("passes what the rows allow", () => {
    expect(bad("packages/app/src/start-daemon.ts", 'import { x } from "@kestrel/store";')).toEqual([]);
    expect(bad("packages/server/src/client/x.ts", 'import { x } from "@kestrel/protocol";')).toEqual([]);
    expect(bad("packages/tools/src/x.ts", 'import { readFile } from "node:fs/promises";')).toEqual([]);
  });
});
