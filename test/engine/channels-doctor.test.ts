import { chmod, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FakeTelegram } from "../../packages/channels/test/kit/fake-telegram.ts";
import { startWordServer } from "../bench/word-server.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

async function given(channels: (home: string) => string) {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const home = await kestrelHome({});
  const config = `[model]\nurl = "${server.url}"\n${channels(home.dataFolder)}`;
  await writeFile(join(home.dataFolder, "config", "config.toml"), config);
  return home;
}

it("the doctor says in one sentence what is wrong with a channel, and the daemon starts all the same", async () => {
  const telegram = await FakeTelegram.start();
  const busy = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => busy.once("listening", resolve));
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as { port: number };
  const home = await given((folder) =>
    [
      '[channels.unset]\nkind = "telegram"\ntoken_env = "KESTREL_NO_SUCH_TOKEN"',
      `[channels.open]\nkind = "telegram"\ntoken_file = "${join(folder, "open")}"`,
      `[channels.gone]\nkind = "telegram"\ntoken_file = "${join(folder, "gone")}"`,
      `[channels.wrong]\nkind = "telegram"\nurl = "${telegram.url}"\ntoken_env = "WRONG_TOKEN"`,
      `[channels.right]\nkind = "telegram"\nurl = "${telegram.url}"\ntoken_env = "RIGHT_TOKEN"`,
      '[channels.coloured]\nkind = "telegram"\ncolour = "red"',
      '[channels."A b"]\nkind = "telegram"',
      `[gateway]\nport = ${port}\n`,
      '[[gateway.hooks]]\nname = "ci"\nscheme = "github"\nsecret_env = "RIGHT_TOKEN"\nprompt = "What failed?"',
      '[[gateway.hooks]]\nname = "lost"\nscheme = "github"\nsecret_env = "RIGHT_TOKEN"\nprompt = "What failed?"\ndeliver = "telegarm:7"',
    ].join("\n"),
  );
  await writeFile(join(home.dataFolder, "open"), telegram.token);
  await chmod(join(home.dataFolder, "open"), 0o644);
  const environment = { ...home.environment, WRONG_TOKEN: "7:no", RIGHT_TOKEN: telegram.token };
  const { out, code } = await kestrel({ ...home, environment }, ["doctor", "--json"]);
  const { findings } = JSON.parse(out) as { findings: { check: string; level: string; text: string }[] };
  const lines = findings.flatMap(({ check, level, text }) =>
    check === "channels" ? [`${level} ${text}`] : [],
  );
  const expected = [
    /^fail channel unset: The variable KESTREL_NO_SUCH_TOKEN is not set .* `.* restart`$/,
    /^fail channel open: Others can read .*open, .*`chmod 600 .*open`/,
    /^fail channel gone: Cannot read a secret from .*gone\./,
    /^fail channel wrong: The service refuses the token: 401 Unauthorized\. .*`.* restart`$/,
    /^ok channel right: connected$/,
    /^fail channel coloured: An entry is missing or wrong: colour\. Correct it in .*config\.toml\.$/,
    /^fail channel A b: The name is not allowed\./,
    /^fail channel hook-lost: An entry is missing or wrong: deliver = "telegarm:7"\./,
    /^fail channel gateway: Another program uses the gateway's port.*Choose another one in/,
  ];
  for (const wanted of expected) expect(lines).toContainEqual(expect.stringMatching(wanted));
  expect(lines.join("\n")).not.toContain(telegram.token);
  expect(code).toBe(1);
  expect(findings).toContainEqual(expect.objectContaining({ check: "model", level: "ok" }));
});

it("the doctor has no row of channels where none is configured", async () => {
  const home = await given(() => "");
  const { out } = await kestrel(home, ["doctor", "--json"]);
  expect(out).not.toContain('"channels"');
});

it("a stranger's slips are named, and the doctor has the channel on a machine without an engine", async () => {
  const telegram = await FakeTelegram.start();
  const home = await kestrelHome({});
  const { KESTREL_ENGINE_PATH: _, ...rest } = home.environment;
  const environment = { ...rest, PATH: dirname(process.execPath), KESTREL_TELEGRAM_TOKEN: telegram.token };
  const asks = async (...words: string[]) => {
    const { out, err, code } = await kestrel({ ...home, environment }, ["channels", ...words]);
    return { code, text: out + err };
  };
  const file = join(home.dataFolder, "config", "config.toml");
  expect((await asks("add", "telegarm")).code).toBe(2);
  expect((await asks("add", "irc")).text).toContain("Missing or wrong: url.");
  expect((await asks("add", "telegram", "alow=7")).text).toContain("Missing or wrong: alow.");
  expect(await readFile(file, "utf8")).toBe("");

  const added = await asks("add", "telegram", `url=${telegram.url}`);
  expect(added.text).toContain("telegram: connected");
  expect(added.text).toMatch(/No account may write yet\. `.* channels pair telegram`/);
  expect(await asks("test", "telegram")).toEqual({
    code: 1,
    text: expect.stringMatching(/^No test message was sent: .*`.* channels pair telegram`\n$/),
  });
  expect((await asks("pair", "telegarm")).text).toContain(`There is no channel telegarm in ${file}.`);
  expect((await asks("unpair", "telegram", "7")).text).toContain("7 is not paired with telegram.");

  const { out } = await kestrel({ ...home, environment }, ["doctor", "--json"]);
  const { findings } = JSON.parse(out) as { findings: object[] };
  expect(findings).toContainEqual(expect.objectContaining({ check: "engine", level: "fail" }));
  expect(findings).toContainEqual(
    expect.objectContaining({ check: "channels", level: "ok", text: "channel telegram: connected" }),
  );
});

it("a channel whose token is in a file names no variable; a second of the same name changes nothing", async () => {
  const telegram = await FakeTelegram.start();
  const home = await kestrelHome({});
  const secret = join(home.dataFolder, "telegram-token");
  await writeFile(secret, `${telegram.token}\n`, { mode: 0o600 });
  const file = join(home.dataFolder, "config", "config.toml");
  const add = async (...words: string[]) => {
    const { out, err, code } = await kestrel(home, ["channels", "add", "telegram", ...words]);
    return { code, text: out + err };
  };

  const added = await add(`url=${telegram.url}`, `token_file=${secret}`, `workspace=${home.workspace}`);
  expect(added).toEqual({ code: 0, text: expect.stringContaining("telegram: connected") });
  const written = await readFile(file, "utf8");
  expect(written).toContain(`token_file = "${secret}"`);
  expect(written).not.toContain("token_env");

  const again = await add("workspace=~/other");
  expect(again).toEqual({ code: 1, text: `${file} already has a channel telegram.\n` });
  expect(await readFile(file, "utf8")).toBe(written);
});
