import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en } from "../../console/src/i18n/en/index.ts";
import { translator } from "../../console/src/i18n/translate.ts";
import { zhCn } from "../../console/src/i18n/zh-cn/index.ts";
import { speaker } from "../../packages/cli/src/i18n/say.ts";
import { checkLines, shelfTable } from "../../packages/cli/src/loadout/loadout-lines.ts";
import { helperLines } from "../../packages/cli/src/session-lines/helper-lines.ts";
import { promptLines } from "../../packages/cli/src/session-lines/reach-lines.ts";
import { builtInPrompts, delegateHelper, freezeLoadout } from "../../packages/core/src/index.ts";
import { builtInDescription, english, type SayAny } from "../../packages/i18n/src/index.ts";
import { loadLoadout } from "../../packages/store/src/index.ts";

const folder = join(import.meta.dirname, "..", "..", "loadouts");
const starters = await Promise.all(readdirSync(folder).map((file) => loadLoadout(join(folder, file))));

it("say in English what the files of Kestrel say of themselves, each of them and nothing else", () => {
  const files = {
    ...Object.fromEntries(
      starters.map(({ name, source }) => [`builtIn.loadout.${name}`, source.metadata.description]),
    ),
    [`builtIn.helper.${delegateHelper.name}`]: delegateHelper.description,
    ...Object.fromEntries(
      Object.entries(builtInPrompts).map(([name, { text }]) => [
        `builtIn.prompt.${name}`,
        text.split("\n")[0],
      ]),
    ),
  };
  expect(Object.fromEntries(Object.entries(english).filter(([key]) => key.startsWith("builtIn.")))).toEqual(
    files,
  );
  expect(Object.values(files).join("")).toMatch(/^\p{ASCII}+$/u);
});

const sayChinese = await speaker("zh-CN");
const prompt = { name: "plan", description: "From now on you plan and change nothing.", tokens: 9 };
const helper = { ...delegateHelper, tools: [...delegateHelper.tools] };

it("a terminal in Chinese describes in Chinese what comes with Kestrel, and in its own words what is the user's", async () => {
  const [starter] = starters;
  if (!starter) throw new Error("there is a starter");
  const { frozen } = freezeLoadout(starter.source, { tools: [], catalog: [] });
  const checked = { digest: "d", frozen, problems: [], bill: { exact: true, parts: [], total: 0 } };
  const listed = { name: "coder", file: "f", built: false, inForce: false, imported: false, checked };
  const shelf = (from: "user" | "kestrel") => shelfTable([{ ...listed, from }], "", sayChinese)[0];
  expect(shelf("kestrel")).toContain("在一个仓库中的日常编程");
  expect(shelf("user")).toContain("Everyday programming in one repository");
  expect(checkLines({ ...checked, from: "kestrel" }, sayChinese)[0]).toBe(
    "coder · 1 · 在一个仓库中的日常编程",
  );
  expect(checkLines({ ...checked, from: "user" }, sayChinese)[0]).toBe(
    "coder · 1 · Everyday programming in one repository",
  );

  const helpers = (from: "user" | "kestrel") =>
    helperLines({ helpers: [{ ...helper, from }], problems: [], folder: "/h" }, sayChinese)[0];
  expect(helpers("kestrel")).toContain("询问一个只读的子代理");
  expect(helpers("user")).toContain("ask a helper that only reads");

  const folders = { skills: "/s", prompts: "/p" };
  const prompts = (from: "user" | "kestrel") =>
    promptLines({ skills: [], prompts: [{ ...prompt, from }], ignored: [], folders }, sayChinese)[0];
  expect(prompts("kestrel")).toContain("从现在起只做规划，不修改任何内容。");
  expect(prompts("user")).toContain("From now on you plan and change nothing.");
});

it("a page in Chinese does so too, and one in English as before", () => {
  const chinese = translator<typeof en>(zhCn, "zh-CN") as SayAny;
  const inEnglish = translator<typeof en>(en, "en") as SayAny;
  const ours = { ...prompt, from: "kestrel" };
  expect(builtInDescription("prompt", ours, chinese)).toBe("从现在起只做规划，不修改任何内容。");
  expect(builtInDescription("prompt", ours, inEnglish)).toBe(prompt.description);
  expect(builtInDescription("prompt", { ...prompt, from: "user" }, chinese)).toBe(prompt.description);
  // A prompt of a newer daemon than the page knows.
  expect(builtInDescription("prompt", { ...ours, name: "later" }, chinese)).toBe(prompt.description);
});
