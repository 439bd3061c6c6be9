import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { permissionBook } from "../../src/permissions/permission-book.ts";

async function folder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), "kestrel-rules-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  return data;
}

it("remembers rules of a project across restarts, once each, for that folder alone", async () => {
  const data = await folder();
  const book = permissionBook({ data }, { deny: ["command: git push*"] });
  await Promise.all([
    book.remember("/w", "allow", ["command: npm test", "path: src/**"]),
    book.remember("/w", "allow", ["command: npm test"]),
    book.remember("/other", "deny", ["shell"]),
  ]);
  const again = permissionBook({ data }, {});
  expect(
    (await again.rules("/w")).map(({ verdict, rule, origin }) => `${verdict} ${rule} ${origin}`).sort(),
  ).toEqual(["allow command: npm test project", "allow path: src/** project"]);
  expect(await book.rules("/elsewhere")).toEqual([
    { verdict: "deny", rule: "command: git push*", origin: "user" },
  ]);
  expect((await stat(join(data, "permissions.json"))).mode & 0o777).toBe(0o600);
});

it("forgets what is revoked, also when another process revoked it", async () => {
  const data = await folder();
  const [daemon, command] = [permissionBook({ data }, {}), permissionBook({ data }, {})];
  await daemon.remember("/w", "allow", ["command: npm test"]);
  const [{ id } = { id: "" }] = await command.remembered();
  expect(await command.revoke(id)).toBe(true);
  expect(await command.revoke(id)).toBe(false);
  expect(await daemon.rules("/w")).toEqual([]);
});

it.each(["{", "[]", '{"version":2,"rules":[]}', '{"version":1,"rules":[{"rule":"no rule"}]}'])(
  "refuses a file it cannot read rather than forget what it denies: %s",
  async (text) => {
    const data = await folder();
    const file = join(data, "permissions.json");
    await writeFile(file, text);
    const book = permissionBook({ data }, {});
    await expect(book.rules("/w")).rejects.toMatchObject({ code: "config_invalid", params: { file } });
    await expect(book.remember("/w", "allow", ["shell"])).rejects.toMatchObject({ code: "config_invalid" });
    expect(await readFile(file, "utf8")).toBe(text);
  },
);
