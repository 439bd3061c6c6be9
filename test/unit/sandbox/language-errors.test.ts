import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { builtInTools, languageErrors } from "@kestrel/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";
import { initialized, push, scriptedLanguageServer, textOf } from "../../sandbox/scripted-language-server.ts";

const typescript = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");

/** A workspace whose TypeScript is looked at by this server. `patience`: for a loaded machine. */
async function given(line: string, patience = 60_000) {
  const place = await sandboxedWorkplace();
  const { dependencies } = place;
  const starts: number[] = [];
  const lost: string[] = [];
  const programs: typeof place.programs = {
    start: (...wanted) => {
      starts.push(performance.now());
      return place.programs.start(...wanted);
    },
  };
  const languages = languageErrors({
    ...{ ...dependencies, programs, patience, commands: { typescript: line } },
    givenUp: (language, folder) => lost.push(`${language} ${folder}`),
  });
  onTestFinished(() => languages.end());
  Object.assign(place.tools, builtInTools({ ...dependencies, languages }));
  const after = (before: string | undefined, text: string) =>
    languages.after(place.root, { path: join(place.root, "a.ts"), before, after: text });
  return { ...place, languages, after, starts, lost };
}

/** A server that is scripted, in a folder that the sandbox shows. */
async function scripted(body: string, patience?: number) {
  const folder = mkdtempSync(join("/var/cache", "kestrel-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const script = join(folder, "server.cjs");
  writeFileSync(script, scriptedLanguageServer(body));
  return given(`${process.execPath} ${script}`, patience);
}

describe.skipIf(testBubblewrap === undefined)("what a change broke, by a server that the user named", () => {
  it("is told behind the edit by the real TypeScript, and gone when it is mended", {
    timeout: 180_000,
  }, async () => {
    const home = mkdtempSync(join("/var/cache", "kestrel-typescript-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    chmodSync(home, 0o755);
    mkdirSync(join(home, "node_modules"));
    const pack = dirname(dirname(typescript));
    cpSync(dirname(pack), join(home, "node_modules"), { recursive: true, dereference: true });
    const { root, after, put, languages } = await given(
      `${process.execPath} ${home}/node_modules/typescript/bin/tsc --lsp --stdio`,
    );
    await put("tsconfig.json", '{ "compilerOptions": { "strict": true } }');
    await put("b.ts", "export const kite: number = 1;\n");
    const was = 'import { kite } from "./b";\nexport const old: string = 1;\nconsole.log(kite);\n';
    await put("a.ts", was);
    languages.opened(root, join(root, "a.ts"));
    const broken = was.replace("console.log(kite)", "console.log(kit)");
    expect(await after(was, broken)).toMatch(/^This change brought errors:\nline 3: Cannot find name 'kit'/);
    expect(await after(broken, was)).toBe("");
  });

  it("counts only an answer to these very bytes, and tells five lines at most", async () => {
    const { after } = await scripted(
      `${initialized} ${textOf} write({ method: "textDocument/publishDiagnostics", params: { uri: doc.uri, version: doc.version - 1, diagnostics: found("bad\\nbad") } }); ${push("doc.version")}`,
    );
    expect(await after("bad old\nfine\n", "bad old\nbad new\n")).toBe(
      "This change brought errors:\nline 2: no bad new",
    );
    expect(await after("bad old\n", "\nbad old\n")).toBe("");
    const many = Array.from({ length: 9 }, (_, index) => `bad ${index}\n`).join("");
    const told = (await after(undefined, many)).split("\n");
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toBe("[and 5 more]");
  });

  it("is not said where the server says nothing, hangs, ends, talks nonsense or takes too much memory", async () => {
    const nothing = await scripted(`${initialized}`, 1_500);
    expect(await nothing.after("", "bad\n")).toBe("");
    const unversioned = await scripted(
      `${initialized} ${textOf} write({ method: "textDocument/publishDiagnostics", params: { uri: doc.uri, diagnostics: found(text) } });`,
      1_500,
    );
    expect(await unversioned.after("", "bad\n")).toBe("");
    for (const body of [
      "process.exit(1)",
      'process.stdout.write("Content-Length: 999999999\\r\\n\\r\\n")',
      "const all = []; for (;;) all.push(Buffer.alloc(64e6, 1))",
    ]) {
      const place = await scripted(body);
      expect(await place.after("", "bad\n"), body).toBe("");
    }
    expect(await (await given("no-such-server-here")).after("", "bad\n")).toBe("");
  });

  it("is not waited for any more when it was silent or died three times in a row, which is told once", async () => {
    for (const body of [initialized, "process.exit(1)"]) {
      const { after, starts, lost, root } = await scripted(body, 400);
      const told = async () => {
        await after("", "bad\n");
        return lost;
      };
      await expect.poll(told, { timeout: 60_000, interval: 10 }).toEqual([`typescript ${root}`]);
      // A hung one is ended and begun anew, and after the third nothing is begun.
      expect(starts).toHaveLength(3);
      await after("", "bad\n");
      expect(starts).toHaveLength(3);
      expect(lost).toHaveLength(1);
    }
  });

  it("is counted anew by an answer in time", async () => {
    const { after, lost } = await scripted(
      `${initialized} ${textOf} if (text.includes("die")) process.exit(1); ${push("doc.version")}`,
    );
    for (const _ of [1, 2, 3]) {
      expect(await after("", "die\n")).toBe("");
      expect(await after("", "die\n")).toBe("");
      expect(await after("", "bad\n")).toContain("no bad");
    }
    expect(lost).toEqual([]);
  });

  it("is read no further while it does not take its answers, and ended when it floods", {
    timeout: 120_000,
  }, async () => {
    const asking = `const items = Array(90).fill(0); const flood = () => { while (process.stdout.writableLength < 1e6) write({ id: global.n = (global.n ?? 0) + 1, method: "workspace/configuration", params: { items } }); setImmediate(flood); }; process.stdin.pause(); flood();`;
    const deaf = await scripted(asking, 3_000);
    const before = process.memoryUsage.rss();
    expect(await deaf.after("", "bad\n")).toBe("");
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
    // Patience of a minute: only its end is an answer.
    for (const said of [
      `{ method: "textDocument/publishDiagnostics", params: { uri: "file:///b.ts", version: 1, diagnostics: [] } }`,
      `{ id: "x".repeat(900_000), method: "workspace/configuration", params: { items: [] } }`,
      `{ id: 1, method: "workspace/configuration", params: { items: Array(300_000).fill(0) } }`,
    ]) {
      const loud = await scripted(
        `${initialized} const flood = () => { while (process.stdout.writableLength < 1e6) write(${said}); setImmediate(flood); }; flood();`,
      );
      expect(await loud.after("", "bad\n"), said).toBe("");
    }
  });

  it("is three at most: with a fourth the one unused longest ends", async () => {
    const place = await scripted(`${initialized} ${textOf} ${push("doc.version")}`);
    const at = (name: string) =>
      place.languages.after(join(place.root, name), {
        path: join(place.root, name, "a.ts"),
        before: "",
        after: "bad\n",
      });
    for (const name of ["a", "b", "c"]) {
      mkdirSync(join(place.root, name));
      expect(await at(name)).toContain("no bad");
    }
    await at("a");
    mkdirSync(join(place.root, "d"));
    await at("d");
    expect(place.starts).toHaveLength(4);
    await at("a");
    expect(place.starts).toHaveLength(4);
    await at("b");
    expect(place.starts).toHaveLength(5);
  });

  it("stands behind the result of the tools, writes nothing, has no network, and begins anew after a command", async () => {
    const seen = `const facts = [process.pid, Object.keys(require("os").networkInterfaces()).length]; try { require("fs").writeFileSync("taken", "x"); } catch (error) { facts.push(error.code); }`;
    const saying = push("doc.version").replace(
      "found(text)",
      'found(text).map((one) => ({ ...one, message: one.message + " " + facts.slice(1) + " pid " + (global.count = (global.count ?? 0) + 1) }))',
    );
    const { run, put } = await scripted(`${initialized} ${seen} ${textOf} ${saying}`);
    await put("a.ts", "one\n");
    await run("read", { path: "a.ts" });
    const edited = await run("edit", { path: "a.ts", old: "one", new: "// bad two" });
    expect(edited.content).toMatch(/\nThis change brought errors:\nline 1: no \/\/ bad two \d,E\w+ pid 1$/);
    await run("shell", { command: "echo // three >> a.ts" });
    await run("read", { path: "a.ts" });
    const again = await run("edit", { path: "a.ts", old: "three", new: "bad four" });
    // Another process: it counts from the beginning, the old text first.
    expect(again.content).toMatch(/\nline 2: no \/\/ bad four \d,E\w+ pid 3$/);
  });
});
