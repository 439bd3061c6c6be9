import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallArguments } from "@kestrel/core";
import { expect, it, onTestFinished } from "vitest";
import { calling, givenServers, installed, turnOnOnce } from "./fixtures/given-servers.ts";

const patience = 120_000;

/** Tools it has, one call, and what the model sees of the result below the line that says who wrote it. */
type Row = [server: string, tools: number, tool: string, args: CallArguments, content: RegExp];

const table: Row[] = [
  ["everything", 14, "echo", { message: "hi" }, /^Echo: hi$/],
  ["everything", 14, "get-sum", { a: "1", b: 2 }, /^The sum of 1 and 2 is 3\.$/],
  ["everything", 14, "get-tiny-image", {}, /\[picture 1, image\/png\]/],
  ["everything", 14, "get-structured-content", { location: "New York" }, /^\{"temperature":/],
  ["everything", 14, "get-resource-links", { count: 2 }, /\[link: .*demo:\/\/resource/],
  ["everything", 14, "get-roots-list", {}, /file:\/\//],
  ["filesystem", 14, "read_text_file", { path: "note.txt" }, /^a note$/],
  ["filesystem", 14, "read_text_file", { path: "/etc/passwd" }, /denied/i],
  [
    "memory",
    9,
    "create_entities",
    { entities: [{ name: "K", entityType: "bird", observations: ["flies"] }] },
    /flies/,
  ],
  ["memory", 9, "read_graph", {}, /"bird"/],
  [
    "sequential-thinking",
    1,
    "sequentialthinking",
    { thought: "first", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    /"thoughtNumber": 1/,
  ],
];

it("speaks with real servers: what they offer is seen, and what they answer reaches the model", {
  timeout: patience,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-mcp-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "note.txt"), "a note");
  process.env.KESTREL_SECRET_OF_OURS = "hunter2";
  onTestFinished(() => void delete process.env.KESTREL_SECRET_OF_OURS);
  const servers = await givenServers({
    everything: installed("server-everything"),
    filesystem: { ...installed("server-filesystem", folder), folder },
    memory: { ...installed("server-memory"), env: { MEMORY_FILE_PATH: join(folder, "graph.jsonl") } },
    "sequential-thinking": installed("server-sequential-thinking"),
  });
  const { call, lines } = calling(servers);
  const seen = new Map<string, number>();
  for (const [server, tools, tool, args, content] of table) {
    if (!seen.has(server)) seen.set(server, (await turnOnOnce(servers, server, folder)).tools.length);
    expect(seen.get(server), server).toBe(tools);
    const result = await call(`${server}/${tool}`, args, { workspace: folder });
    const [, ...words] = result.content.split("\n");
    expect(words.join("\n"), `${server}/${tool}`).toMatch(content);
  }
  expect((await lines(folder)).map(({ name }) => name)).toEqual([...seen.keys()]);
  expect(await readFile(join(folder, "graph.jsonl"), "utf8")).toContain("flies");
  // Nothing of our environment but what every program needs.
  const { content } = await call("everything/get-env", {}, { workspace: folder });
  expect(content).toContain('"PATH"');
  expect(content).not.toContain("hunter2");
});
