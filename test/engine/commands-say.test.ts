import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

const settingsFile = (home: KestrelHome) => join(home.dataFolder, "config", "config.toml");

describe("a folder that is not there", () => {
  it.each([
    ["run", ["run", "-C", "/no/such", "hi"]],
    ["trust show", ["trust", "show", "/no/such"]],
    ["trust add", ["trust", "add", "-C", "/no/such"]],
    ["permissions add", ["permissions", "add", "deny", "host: example.org", "-C", "/no/such"]],
    ["init", ["init", "--here", "-C", "/no/such"]],
  ])("is the same failure for kestrel %s", async (_title, words) => {
    const home = await kestrelHome({});
    const { KESTREL_DATA_DIR: _, ...environment } = home.environment;
    const free = { ...home, environment: { ...environment, HOME: home.workspace } };
    const { code, err } = await kestrel(words[0] === "init" ? free : home, words);
    expect(err).toContain("/no/such cannot be a workspace: there is no such file or folder.");
    expect(code).toBe(3);
  });
});

describe("the hooks of a folder", () => {
  it("run by a yes of their own: adding the folder allows what it says, and not what it runs", async () => {
    const files = {
      "AGENTS.md": "Use tabs.\n",
      "check.sh": "exit 0\n",
      "kestrel.toml": '[[hooks]]\non = "before_call"\nname = "theirs"\ncommand = "sh check.sh"\n',
    };
    const home = await kestrelHome({ files });
    const here = ["-C", home.workspace];
    const listed = async () => (await kestrel(home, ["hooks", ...here])).out;
    expect((await kestrel(home, ["trust", "add", ...here])).out).toContain(
      "They do not run until you allow them:",
    );
    expect(await listed()).not.toContain("theirs");
    expect((await kestrel(home, ["trust", "add-hooks", ...here])).out).toMatch(
      /Hooks of .*, which you allowed:\n {2}RUNS sh check\.sh in the sandbox/,
    );
    expect(await listed()).toContain("theirs");
    expect((await kestrel(home, ["trust", "list"])).out).toMatch(/^trusted .*\nhooks run /);
  });
});

describe("the doctor", () => {
  it("calls a configuration wrong whose extra root a start would refuse, and names the file's editor", async () => {
    const home = await kestrelHome({ config: '[permission]\nroots = ["/no/such"]\n' });
    const { out, code } = await kestrel(home, ["doctor"]);
    expect(out).toMatch(
      /^FAIL The configuration is wrong, .*`permission.roots`: expected a folder that exists/m,
    );
    expect(out).toContain(`→ \${EDITOR:-vi} ${settingsFile(home)}`);
    expect(out).not.toContain("ok   configuration");
    expect(code).toBe(1);
  });
});

describe("an MCP server", () => {
  const answersNothing = "process.stdin.resume(); setTimeout(() => process.exit(3), 4_000);";

  it("that says nothing is waited for in words, and listed as off", async () => {
    const home = await kestrelHome({});
    const { code, out, err } = await kestrel(home, [
      "mcp",
      "add",
      "mute",
      "--",
      "node",
      "-e",
      answersNothing,
    ]);
    expect(err).toContain("Waiting for mute to answer, at most 30 s.");
    expect(out).toContain("mute · off until you have seen its tools");
    expect(code).toBe(1);
    expect((await kestrel(home, ["mcp"])).out).toMatch(/^mute +off until you have seen its tools/m);
  });

  it("file that cannot be taken over says why in words", async () => {
    const home = await kestrelHome({ files: { "broken.json": '{"mcpServers": {', "other.json": "{}" } });
    const broken = await kestrel(home, ["mcp", "add", "broken.json"]);
    expect(broken.err).toMatch(/broken\.json\): the file is not valid JSON \(.*JSON.*\)\.\n$/);
    expect((await kestrel(home, ["mcp", "add", "other.json"])).err).toMatch(
      /other\.json\): the file names no servers under `mcpServers`\.\n$/,
    );
    const twice = ["mcp", "add", "mute", "--", "node", "-e", "0"];
    await kestrel(home, twice);
    expect((await kestrel(home, twice)).err).toMatch(/the name is taken\.\n$/);
  });
});

describe.skipIf(testEngine === undefined)("settings that were changed while Kestrel runs", () => {
  it("are said to whoever joins and by /status: which, and that they hold from the next start on", async () => {
    const home = await kestrelHome({ scripts: { plain: { says: "Hello." } } });
    const first = await screenAlone(home);
    await writeFile(settingsFile(home), '[limits]\nstop_command = "true"\n[crew]\nidle_minutes = 7\n');
    await first.enter("/status");
    const changed =
      /Settings changed since Kestrel started: .*crew\.idle_minutes.*They take effect after a restart/s;
    expect(await first.shows(changed)).toMatch(/limits\.stop_command/);
    const joined = await kestrel(home, ["run", "hi"]);
    expect(joined.err.replaceAll("\n", " ")).toMatch(changed);
    await writeFile(settingsFile(home), "[limits\n");
    const broken = await kestrel(home, ["run", "hi"]);
    expect(broken.err).toContain(`can no longer be read, ${await realpath(settingsFile(home))}, line 1`);
    expect((await kestrel(home, ["run", "-q", "hi"])).err).toBe("");
    await writeFile(settingsFile(home), "");
    expect((await kestrel(home, ["run", "hi"])).err).not.toContain("changed");
  });
});

describe("kestrel config", () => {
  it("writes one line of the user's file, keeps the others, and says where each setting comes from", async () => {
    const home = await kestrelHome({ config: "# mine\n[server]\nport = 4100 # not 4099\n" });
    const config = (...words: string[]) => kestrel(home, ["config", ...words]);
    const file = settingsFile(home);
    expect((await config("path")).out).toBe(`${file}\n`);
    expect((await config("get", "server.port")).out).toBe("4100\n");
    const unread = await config("set", "permission.mode", "edits");
    expect([unread.code, unread.out]).toEqual([0, expect.stringContaining("when Kestrel starts.")]);
    expect((await config("set", "server.port", "4200")).code).toBe(0);
    const text = await readFile(file, "utf8");
    expect(text).toContain("# mine\n[server]\nport = 4200 # not 4099\n");
    expect((await config("list", "--show-origin")).out).toMatch(
      /^permission\.mode +edits +user +\S+config\.toml$/m,
    );
    expect((await config("unset", "permission.mode")).code).toBe(0);
    expect((await config("get", "permission.mode")).out).toBe("ask\n");
    expect(await config("set", "server.prot", "1")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean `server.port`?"),
    });
    expect((await config("set", "server.port", "many")).code).toBe(3);
    expect(await readFile(file, "utf8")).toContain("port = 4200 # not 4099");
  });
});
