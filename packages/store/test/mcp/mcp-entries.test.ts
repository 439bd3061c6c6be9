import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import {
  addServerEntry,
  dataPaths,
  importServers,
  loadConfig,
  mcpBook,
  removeServerEntry,
} from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

const written = `# mine
[server]
port = 7411   # kept
`;

/** A place that other programs fill in. */
const filled = (name: string) => `\${${name}}`;

async function given(text: string) {
  const paths = dataPaths({ KESTREL_DATA_DIR: await temporaryFolder() });
  await mkdir(dirname(paths.configFile), { recursive: true });
  await writeFile(paths.configFile, text);
  return { ...paths, text: () => readFile(paths.configFile, "utf8") };
}

it("writes a server behind what the user wrote, and takes exactly that away again", async () => {
  const { configFile, text, ...paths } = await given(written);
  const files = { command: "npx", args: ["-y", "x y", 'a "b"'], env: { A: "1" }, env_from: ["TOKEN"] };
  await addServerEntry(configFile, "files", files);
  await addServerEntry(configFile, "docs", { url: "https://example.org/mcp", headers: { "X-A": "b" } });
  expect((await text()).startsWith(written)).toBe(true);
  await expect(addServerEntry(configFile, "docs", { command: "x" })).rejects.toMatchObject({
    code: "mcp_entry",
    params: { reason: "exists" },
  });
  const book = mcpBook({ ...paths, configFile });
  expect((await book.configured()).servers).toEqual([
    { name: "files", entry: files },
    { name: "docs", entry: { url: "https://example.org/mcp", headers: { "X-A": "b" } } },
  ]);
  expect((await loadConfig({ file: configFile, environment: {} })).notices).toEqual([]);
  expect(await removeServerEntry(configFile, "files")).toBe(true);
  expect(await removeServerEntry(configFile, "files")).toBe(false);
  expect(await removeServerEntry(configFile, "docs")).toBe(true);
  expect(await text()).toBe(written);
});

it("leaves a file alone that says it in another way, and names what is no server", async () => {
  const inline = `[mcp]\nservers = { a = { command = "x" }, "B C" = { command = "x" }, c = { url = "file:///x" }, d = { command = "x", url = "http://127.0.0.1/" } }\n`;
  const { configFile, text } = await given(inline);
  await expect(removeServerEntry(configFile, "a")).rejects.toMatchObject({ params: { reason: "by_hand" } });
  expect(await text()).toBe(inline);
  expect(await mcpBook({ config: dirname(configFile), configFile }).configured()).toMatchObject({
    servers: [{ name: "a", entry: { command: "x" } }],
    problems: [
      { name: "B C", why: "name" },
      { name: "c", why: "entry" },
      { name: "d", why: "entry" },
    ],
  });
});

it("reads the files of other programs: words letter for letter, variables only under their own names", async () => {
  const { data } = await given("");
  const file = join(data, "mcp.json");
  await writeFile(
    file,
    JSON.stringify({
      mcpServers: {
        "Git Hub": {
          command: "npx",
          args: ["-y", "$(id)"],
          env: { TOKEN: filled("TOKEN"), A: "b" },
          timeout: 5_500,
        },
        "git/hub": {
          type: "http",
          url: "https://example.org/mcp",
          headers: { Authorization: `Bearer ${filled("env:T")}` },
        },
        off: { command: "x", disabled: true },
        renamed: { command: "x", env: { A: filled("B") } },
        home: { command: `${filled("HOME")}/x` },
        neither: {},
      },
    }),
  );
  expect(await importServers(file)).toEqual({
    servers: [
      {
        name: "git-hub",
        entry: {
          command: "npx",
          args: ["-y", "$(id)"],
          env: { A: "b" },
          env_from: ["TOKEN"],
          timeout_seconds: 6,
        },
      },
      { name: "git-hub-2", entry: { url: "https://example.org/mcp", bearer_env: "T" } },
    ],
    left: [
      { name: "off", why: "disabled" },
      { name: "renamed", why: "variable" },
      { name: "home", why: "variable" },
      { name: "neither", why: "entry" },
    ],
  });
  await expect(importServers(join(data, "nothing.json"))).rejects.toMatchObject({
    code: "mcp_entry",
    params: { reason: "ENOENT" },
  });
  const broken = join(data, "broken.json");
  await writeFile(broken, '{"mcpServers": {"a": }}');
  await expect(importServers(broken)).rejects.toMatchObject({
    params: { file: broken, reason: "not_json", detail: expect.stringContaining("JSON") },
  });
  await writeFile(broken, "[]");
  await expect(importServers(broken)).rejects.toMatchObject({ params: { reason: "no_servers" } });
});

it("keeps a login for this user alone, and forgets it wholly", async () => {
  const config = await temporaryFolder();
  const book = mcpBook({ config, configFile: join(config, "config.toml") });
  const login = { url: "https://example.org/mcp", tokens: { access_token: "s3cret" } };
  await book.keepLogin("docs", login);
  expect(await book.login("docs")).toEqual(login);
  const file = join(config, "mcp/docs.login.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(config, "mcp"))).mode & 0o777).toBe(0o700);
  await book.keepLogin("docs", undefined);
  expect(await book.login("docs")).toBeUndefined();
  await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
});
