import { mkdirSync } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSeeingServer } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { writePdf } from "../documents/write-pdf.ts";
import { writePng } from "../documents/write-png.ts";
import { testChromium } from "../machine.ts";
import { conversation, openConsole, say, showSession } from "./open-console.ts";

/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

const sentences = {
  "en-US": {
    attach: "Attach files",
    remove: /^Remove (?!picture)/,
    huge: "large.pdf is too large: a PDF may have at most 47.7 MiB.",
    large: /^large\.txt is too large\. A message holds at most \S+ KiB of text\./,
    empty: "empty.pdf is empty.",
    binary: "program.bin is not a text file.",
    encrypted: "locked.pdf is protected by a password.",
    damaged: "damaged.pdf cannot be read: it is damaged or not a PDF.",
    scan: "scan.pdf has no text, as in a scan.",
    cut: /^book\.pdf \(1–\d+\/2000\)$/,
    long: /is long: only the first \d+ of its 2,?000 pages are sent\.$/,
    blank: "2 pages of mixed.pdf have no text, as in a scan. They are not sent.",
    unreadable: "gone.pdf cannot be read: it was moved or changed, or it is a folder.",
    many: "21.txt was left out: a message takes 20 at most.",
  },
  "zh-CN": {
    attach: "添加文件",
    remove: /^移除 (?!图片)/,
    huge: "large.pdf 太大：PDF 最多 47.7 MiB。",
    large: /^large\.txt 太大：一条消息最多带 \S+ KiB 文本。/,
    empty: "empty.pdf 是空文件。",
    binary: "program.bin 不是文本。",
    encrypted: "locked.pdf 有密码保护。",
    damaged: "无法读取 damaged.pdf：文件已损坏，或不是 PDF。",
    scan: "scan.pdf 没有文字，可能是扫描件。",
    cut: /^book\.pdf \(1–\d+\/2000\)$/,
    long: /很长：共 2,?000 页，随消息发送前 \d+ 页。$/,
    blank: "mixed.pdf 有 2 页没有文字，可能是扫描件，不会随消息发送。",
    unreadable: "无法读取 gone.pdf：它已被移动或更改，或者是文件夹。",
    many: "一条消息最多带 20 个文件，21.txt 没有加入。",
  },
} as const;

describe.skipIf(testChromium === undefined)("files that go with a message", () => {
  let folder = "";
  const at = (name: string) => join(folder, name);
  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), "kestrel-attached-"));
    const page = Array.from({ length: 40 }, (_, line) => `Line ${line} of a page of a long book.`);
    const files: Record<string, Buffer | string> = {
      "report.pdf": writePdf({ pages: [["Revenue grew (a little).", "Costs did not."], ["Page two."]] }),
      "chinese.pdf": writePdf({ pages: [[]], chinese: [Buffer.from("c4e3bac3cac0bde7", "hex")] }),
      "locked.pdf": writePdf({ pages: [["Secret"]], encrypted: true }),
      "scan.pdf": writePdf({ pages: [[], []] }),
      "mixed.pdf": writePdf({ pages: [["A page."], [], ["Another."], []] }),
      "damaged.pdf": Buffer.from("%PDF-1.7\nand then nothing that a PDF has"),
      "book.pdf": writePdf({ pages: Array.from({ length: 2_000 }, () => page) }),
      "empty.pdf": "",
      "program.bin": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]),
      "gbk.txt": Buffer.from("c4e3bac3a3accac0bde7", "hex"),
      "poster.png": writePng(10_000, 10_000),
      "large.pdf": "%PDF-1.7\n",
      "large.txt": "words",
    };
    for (let number = 1; number <= 21; number++) files[`${number}.txt`] = `text ${number}`;
    for (const [name, bytes] of Object.entries(files)) await writeFile(at(name), bytes);
    for (const name of ["large.pdf", "large.txt"]) await truncate(at(name), 200_000_000);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function given(
    options: { locale?: keyof typeof sentences; width?: number; theme?: "light" | "dark" } = {},
  ) {
    const { locale = "en-US", width = 1440, theme = "light" } = options;
    const server = await startSeeingServer(true);
    const daemon = await startTestDaemon({ connect: server.url });
    await daemon.client.call("startEngine", { body: {} });
    const { session } = await daemon.client.call("openSession", { body: { workspace: daemon.workspace } });
    const page = await openConsole(daemon, {
      ...{ locale, colorScheme: theme, viewport: { width, height: 900 } },
    });
    await showSession(page, session.id);
    const words = sentences[locale];
    const attach = async (...names: string[]) => {
      const chosen = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: words.attach }).click();
      await (await chosen).setFiles(names.map(at));
    };
    const attached = page.getByRole("button", { name: words.remove });
    return { server, page, words, attach, attached };
  }

  it("a PDF goes as its text, also one whose letters are in GBK", async () => {
    const { server, page, attach, attached } = await given();
    await attach("report.pdf", "chinese.pdf", "gbk.txt");
    await expect.poll(() => attached.count()).toBe(3);
    await say(page, "What is in these?");
    await conversation(page).getByText("A bird.").waitFor();
    const sent = server.chats[0]?.body ?? "";
    expect(sent).toContain(
      String.raw`report.pdf:\n${"```"}\nRevenue grew (a little).\nCosts did not.\n\nPage two.\n`,
    );
    expect(sent).toContain(String.raw`chinese.pdf:\n${"```"}\n你好世界\n`);
    expect(sent).toContain(String.raw`gbk.txt:\n${"```"}\n你好，世界\n`);
    await expect.poll(() => attached.count()).toBe(0);
    await conversation(page).getByText("report.pdf").waitFor();
  });

  it("a file that is read slowly goes with the message it was added to, whatever is added or typed meanwhile", async () => {
    const { server, page, attach, attached } = await given();
    await page.evaluate(() => {
      const original = Blob.prototype.arrayBuffer;
      const read = new Promise<void>((resolve) => Object.assign(window, { letRead: resolve }));
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        if (this instanceof File && this.name === "report.pdf") await read;
        return original.call(this);
      };
    });
    // Words that look like a command are sent as words by a button of their own.
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("/nosuchthing please");
    await field.press("Enter");
    await page.getByRole("button", { name: "Send as a message" }).waitFor();
    await attach("report.pdf");
    await page.getByText("Reading report.pdf…").waitFor();
    await attach("gbk.txt");
    await page.getByRole("button", { name: "Send as a message" }).click();
    expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    expect(await attached.count()).toBe(0);
    await page.evaluate(() => (window as unknown as { letRead: () => void }).letRead());
    await expect.poll(() => attached.count()).toBe(2);
    await page.getByRole("button", { name: "Send as a message" }).click();
    await conversation(page).getByText("A bird.").waitFor();
    const sent = server.chats[0]?.body ?? "";
    expect(sent.indexOf("report.pdf:")).toBeGreaterThan(0);
    expect(sent.indexOf("gbk.txt:")).toBeGreaterThan(sent.indexOf("report.pdf:"));
  });

  const looks = [
    { locale: "en-US", width: 1440, theme: "light" },
    { locale: "zh-CN", width: 360, theme: "dark" },
    { locale: "en-US", width: 360, theme: "dark" },
    { locale: "zh-CN", width: 1440, theme: "light" },
  ] as const;
  it.each(looks)("one sentence says why a file does not go, $locale at $width in $theme", async (look) => {
    const { page, words, attach, attached } = await given(look);
    const refuses = async (name: string, sentence: string | RegExp) => {
      await attach(name);
      await page.getByText(sentence).waitFor();
      expect(await attached.count()).toBe(0);
    };
    await refuses("large.pdf", words.huge);
    await refuses("large.txt", words.large);
    await refuses("empty.pdf", words.empty);
    await refuses("program.bin", words.binary);
    await refuses("locked.pdf", words.encrypted);
    await refuses("damaged.pdf", words.damaged);
    await refuses("scan.pdf", words.scan);
    await attach("mixed.pdf");
    await page.getByText(words.blank).waitFor();
    await page.getByText("mixed.pdf (2 pages without text)").waitFor();
    await attached.click();
    // The browser keeps where a file was, not what was in it.
    await writeFile(at("gone.pdf"), writePdf({ pages: [["Soon gone."]] }));
    await page.evaluate(() => {
      const original = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        if (this instanceof File && this.name === "gone.pdf") throw new DOMException("", "NotFoundError");
        return original.call(this);
      };
    });
    await refuses("gone.pdf", words.unreadable);
    await attach("book.pdf", "poster.png");
    await page.getByText(words.long).waitFor();
    await page.getByText(words.cut).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.screenshot({ path: join(output, `attached-${look.locale}-${look.width}-${look.theme}.png`) });
    await attached.click();
    await attach(...Array.from({ length: 21 }, (_, number) => `${number + 1}.txt`));
    await page.getByText(words.many).waitFor();
    await expect.poll(() => attached.count()).toBe(20);
  });

  it("keeps the page alive meanwhile: no task of its thread takes 100 ms of processor time", async () => {
    const { page, words, attach, attached } = await given();
    const longest = await longestTask(page, async () => {
      await attach("large.pdf");
      await page.getByText(words.huge).waitFor();
      await attach("book.pdf", "locked.pdf", "poster.png", "chinese.pdf");
      await page.getByText(words.long).waitFor();
      await expect.poll(() => attached.count()).toBe(2);
    });
    expect(longest).toBeLessThan(100);
  });
});

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** The longest task of the page's main thread while something happens, in milliseconds of processor time: what else runs on the machine does not count. */
async function longestTask(page: Page, happens: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await happens();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`),
  );
  const measured = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur]));
  expect(measured.length).toBeGreaterThan(100);
  return Math.max(...measured) / 1_000;
}
