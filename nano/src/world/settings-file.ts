import type { Scene } from "../scene.ts";
import { keyOf, likeKey, type SettingsKind, settingsPath, someValue, type Value } from "../words/settings.ts";
import { isFree } from "./files-at-hand.ts";

/** A setting in a file: its name, its value as said and as written, and what stands there from the name on. */
export type Setting = {
  path: string;
  key: string;
  /** Where the same name stands under two headings, the one that is meant. */
  section?: string;
  value: Value;
  written: string;
  old: string;
  new: string;
};

type Entry = { key: string; value: Value };
type Style = {
  kind: SettingsKind;
  joint: string;
  mark: string;
  oneLine: boolean;
  comma: string;
  pad: string;
};

/** A new file with that setting among others, some of them much like it. */
export function settingsFile(scene: Scene): Setting {
  const { chance, world } = scene;
  for (;;) {
    const style = styleOf(scene);
    const upper = style.kind === "env";
    const path = settingsPath(scene, style.kind);
    const wanted = { key: keyOf(scene, upper), value: someValue(scene) };
    const others = Array.from({ length: chance.pick([0, 1, 2, 2, 3, 4, 6]) }, () => ({
      key: chance.maybe(0.25) ? likeKey(scene, wanted.key, upper) : keyOf(scene, upper),
      value: someValue(scene),
    }));
    const top = [...others];
    const below = style.kind !== "env" && chance.maybe(style.oneLine ? 0.25 : 0.45);
    const section = below ? keyOf(scene, false) : undefined;
    const other = below ? keyOf(scene, false) : undefined;
    const group = below ? top.splice(0, chance.whole(0, 3)) : [];
    const twice = below && chance.maybe(0.3) ? [{ key: wanted.key, value: someValue(scene) }] : [];
    const into = below ? group : top;
    into.splice(chance.whole(0, into.length), 0, wanted);
    const groups: [string, Entry[]][] = [
      ...(section === undefined ? [] : [[section, group] as [string, Entry[]]]),
      ...(other === undefined || twice.length === 0 ? [] : [[other, twice] as [string, Entry[]]]),
    ];
    if (chance.maybe(0.5)) groups.reverse();
    const names = [...top, ...group].map(({ key }) => key).concat(groups.map(([name]) => name));
    if (new Set(names).size !== names.length || !isFree(scene, path)) continue;
    const lines = linesIn(style, top, groups);
    const whole = lines.join("\n");
    const piece = (said: string) =>
      `${wanted.key}${style.kind === "json" ? '"' : ""}${style.joint}${writtenAs(style, wanted.value, said)}`;
    const start = piece(wanted.value.before);
    const line = lines.find((one) => one.includes(start));
    const rest = style.oneLine || line === undefined ? "" : line.slice(line.indexOf(start) + start.length);
    const [old, next] = [start + rest, piece(wanted.value.after) + rest];
    if (whole.split(old).length !== 2) continue;
    world.add(path, lines);
    return {
      path,
      key: wanted.key,
      section: twice.length > 0 ? section : undefined,
      value: wanted.value,
      written: writtenAs(style, wanted.value, wanted.value.after),
      old,
      new: next,
    };
  }
}

function styleOf({ chance }: Scene): Style {
  const kind = chance.weighed<SettingsKind>([
    ["json", 46],
    ["yaml", 22],
    ["env", 12],
    ["ini", 10],
    ["toml", 10],
  ]);
  const oneLine = kind === "json" && chance.maybe(0.6);
  const joints = {
    json: oneLine ? [": ", ": ", ":"] : [": "],
    yaml: [": "],
    env: ["="],
    ini: ["=", " = "],
    toml: [" = "],
  };
  const marks = {
    json: '"',
    toml: '"',
    yaml: chance.pick(["", "", '"', "'"]),
    env: chance.pick(["", "", '"']),
    ini: "",
  };
  const joint = chance.pick(joints[kind]);
  const comma = joint === ":" ? "," : ", ";
  return {
    kind,
    joint,
    mark: marks[kind],
    oneLine,
    comma,
    pad: comma === ", " && chance.maybe(0.3) ? " " : "",
  };
}

/** A number or a flag stands bare, a text in the marks of its file. */
function writtenAs({ mark }: Style, { kind }: Value, said: string): string {
  return kind === "text" ? mark + said + mark : said;
}

function linesIn(
  style: Style,
  top: readonly Entry[],
  groups: readonly [string, readonly Entry[]][],
): string[] {
  const { kind, joint, comma, pad } = style;
  const quote = kind === "json" ? '"' : "";
  const member = ({ key, value }: Entry) =>
    `${quote}${key}${quote}${joint}${writtenAs(style, value, value.before)}`;
  if (style.oneLine) {
    const inner = groups.map(
      ([name, entries]) => `"${name}"${joint}{${pad}${entries.map(member).join(comma)}${pad}}`,
    );
    return [`{${pad}${[...top.map(member), ...inner].join(comma)}${pad}}`];
  }
  switch (kind) {
    case "json": {
      const blocks = [
        ...top.map((entry) => [member(entry)]),
        ...groups.map(([name, entries]) => [
          `"${name}": {`,
          ...ended(entries.map((one) => `  ${member(one)}`)),
          "}",
        ]),
      ];
      const lines = blocks.flatMap((block, at) =>
        at < blocks.length - 1 ? [...block.slice(0, -1), `${block.at(-1)},`] : block,
      );
      return ["{", ...lines.map((line) => `  ${line}`), "}"];
    }
    case "yaml":
      return [
        ...top.map(member),
        ...groups.flatMap(([name, entries]) => [`${name}:`, ...entries.map((one) => `  ${member(one)}`)]),
      ];
    default:
      return [
        ...top.map(member),
        ...groups.flatMap(([name, entries]) => [`[${name}]`, ...entries.map(member)]),
      ];
  }
}

/** A comma behind each but the last. */
const ended = (lines: readonly string[]) =>
  lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line));
