import { type Scene, said } from "../scene.ts";
import { chineseName, chineseNumber, chineseText } from "./chinese.ts";
import { isKept } from "./names.ts";
import { number } from "./prose.ts";

/** What a setting may be: of which kind, and two of that kind, bare as people say them. */
export type Value = { kind: "number" | "flag" | "text"; before: string; after: string };

export function someValue(scene: Scene): Value {
  const { chance, names } = scene;
  const make = chance.weighed<() => Value>([
    [() => ({ kind: "number", before: number(chance), after: number(chance) }), 34],
    [() => flags(chance.pick(["true", "false"])), 14],
    [() => ({ kind: "text", before: version(scene), after: version(scene) }), 10],
    [() => ({ kind: "text", before: text(scene), after: text(scene) }), 34],
    [() => ({ kind: "text", before: place(scene), after: place(scene) }), 6],
    [() => ({ kind: "text", before: number(chance), after: number(chance) }), 2],
    [() => ({ kind: "text", before: names.word(), after: `${names.word()} ${names.word()}` }), 6],
  ]);
  for (;;) {
    const value = make();
    if (value.before !== value.after) return value;
  }
}

const flags = (before: string): Value => ({
  kind: "flag",
  before,
  after: before === "true" ? "false" : "true",
});

const version = ({ chance }: Scene) =>
  `${chance.whole(0, 20)}.${chance.whole(0, 30)}${chance.maybe(0.8) ? `.${chance.whole(0, 9)}` : ""}`;

function text({ chance, language, names }: Scene): string {
  if (language !== "en" && chance.maybe(0.65))
    return chance.pick([
      () => chineseText(chance, 1, 2),
      () => chineseName(chance),
      () => chineseName(chance),
      () => `${chineseNumber(chance)}${chance.pick(["天", "分钟", "个", "次", "岁"])}`,
      () => chance.pick(["深色", "浅色", "中文", "英文", "简体中文", "红色", "蓝色", "大", "小", "开", "关"]),
    ])();
  return chance.maybe(0.75) ? names.word() : names.identifier();
}

function place({ chance, names }: Scene): string {
  return chance.pick([
    () => `http://localhost:${chance.whole(1, 9)}${chance.pick(["000", "080", "173"])}`,
    () => `https://${names.word()}.${chance.pick(["org", "com", "io"])}/${names.word()}`,
    () => `./${names.word()}`,
    () => `${names.folder()}/${names.word()}.${chance.pick(["js", "txt", "log", "db"])}`,
    () => `${names.word()}@${names.word()}.org`,
  ])();
}

/** How the name of a setting stands in its file, and how it is said. */
export function keyOf(scene: Scene, upper: boolean): string {
  const { chance, language, names } = scene;
  for (;;) {
    const key =
      !upper && language !== "en" && chance.maybe(0.45)
        ? chance.pick([...chineseKeys, chineseName(chance), chineseName(chance)])
        : chance.weighed<() => string>([
            [() => chance.pick(everyday), 35],
            [names.word, 25],
            [names.identifier, 25],
            [() => `${names.word()}${capital(names.word())}`, 8],
            [() => `${names.word()}_${names.word()}`, 7],
          ])();
    const cased = upper ? key.replaceAll("-", "_").toUpperCase() : key;
    if (!isKept(cased)) return cased;
  }
}

/** A name that is easily taken for that one. */
export function likeKey(scene: Scene, key: string, upper: boolean): string {
  const { chance } = scene;
  const other = keyOf(scene, upper);
  if (/[^\w-]/.test(key)) return chance.pick([other + key, key + other]);
  if (upper) return chance.pick([`${other}_${key}`, `${key}_${other}`]);
  return chance.pick([`${other}${capital(key)}`, `${key}${capital(other)}`, `${key}_${other}`]);
}

/** A name of several words as it is spoken: `maxRetries` is "max retries". */
export function spokenKey(key: string): string | undefined {
  if (!/^[\w-]+$/.test(key)) return undefined;
  const words = key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[ _-]+/)
    .filter((word) => word !== "");
  const spoken = words.join(" ").toLowerCase();
  return words.length > 1 && words.length < 4 && /^[a-z ]+$/.test(spoken) ? spoken : undefined;
}

/** A file of settings in the kinds that have them. */
export function settingsPath(scene: Scene, kind: SettingsKind): string {
  const { chance, language, names } = scene;
  const ending = chance.pick(endings[kind]);
  if (kind === "env") return chance.pick([".env", ".env", ".env.local", `${names.word()}.env`, "app.env"]);
  const stem =
    language !== "en" && chance.maybe(0.4)
      ? chance.pick(["设置", "配置", "参数", "选项", chineseName(chance), chineseName(chance)])
      : chance.pick([
          "config",
          "settings",
          "app",
          "package",
          "options",
          "server",
          names.word(),
          names.word(),
        ]);
  const path = `${stem}.${ending}`;
  if (isKept(path)) return settingsPath(scene, kind);
  return chance.maybe(0.25) ? `${names.folder()}/${path}` : path;
}

export type SettingsKind = "json" | "yaml" | "env" | "ini" | "toml";

const endings: Readonly<Record<SettingsKind, readonly string[]>> = {
  json: ["json"],
  yaml: ["yml", "yaml"],
  env: ["env"],
  ini: ["ini", "ini", "cfg", "conf"],
  toml: ["toml"],
};

export const isSettings = (path: string) => /\.(?:json|ya?ml|ini|cfg|conf|toml|env)$|\.env\b/.test(path);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const everyday =
  "port host debug theme name version language timeout retries level color title author mode cache verbose width height size font fontSize tabSize max_connections log_level autoSave user email url path region enabled interval".split(
    " ",
  );

const chineseKeys =
  "主题 语言 字体 大小 颜色 名称 端口 版本 音量 标题 作者 模式 超时 地址 宽度 高度 等级".split(" ");

/** The same in the other words of a scene. */
export const ofSection = (scene: Scene, key: string, section: string): string =>
  said(scene, {
    en: scene.chance.pick([
      `${key} of ${section}`,
      `${section} ${key}`,
      `${section}.${key}`,
      `${key} under ${section}`,
    ]),
    zh: scene.chance.pick([
      `${section}的${key}`,
      `${section}里的${key}`,
      `${section}.${key}`,
      `${section}下面的${key}`,
    ]),
  });
