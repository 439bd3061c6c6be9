import { type Action, type Performed, type Scene, said } from "../scene.ts";
import { keyOf, ofSection, spokenKey } from "../words/settings.ts";
import { type Setting, settingsFile } from "../world/settings-file.ts";
import { performChange } from "./change.ts";
import { called, noFile } from "./look.ts";
import { inMarks, phrase, quoted } from "./phrases.ts";
import { plainSetOrders } from "./setting-orders.ts";

/**
 * "Make the theme dark in settings.json": the value is said as people say it, and written as its file writes such values. Now and then
 * no such setting is there, which is told after reading.
 */
export function settingAction(scene: Scene): Action {
  const setting = settingsFile(scene);
  if (scene.chance.maybe(0.09)) return missingSetting(scene, setting);
  const { path, key, section, value, written } = setting;
  const { chance } = scene;
  const spoken = section === undefined && chance.maybe(0.35) ? spokenKey(key) : undefined;
  const name = section === undefined ? (spoken ?? key) : ofSection(scene, key, section);
  const order = orderFor(
    scene,
    path,
    section === undefined && spoken === undefined ? quoted(scene, name) : name,
    value.after,
  );
  const done = { en: `${key} is now ${written} in ${path}.`, zh: `${path} 里的 ${key} 已设为 ${written}。` };
  const change = { path, old: setting.old, new: setting.new };
  return { skill: "set", order, perform: () => performChange(scene, change, done, [key, written]) };
}

function missingSetting(scene: Scene, { path, value }: Setting): Action {
  const whole = scene.world.lines(path).join("\n").toLowerCase();
  let key = keyOf(scene, false);
  while (whole.includes(key.toLowerCase())) key = keyOf(scene, false);
  const perform = (): Performed => {
    const read = called(scene, "read", path);
    scene.memory.path = path;
    if (!read.ok) return { exchanges: [read], ...noFile(scene, path) };
    const report = said(scene, {
      en: `I did not find ${key} in ${path}, so nothing was changed.`,
      zh: `在 ${path} 里没有找到 ${key}，所以没有改动。`,
    });
    return { exchanges: [read], report, says: [path], failed: true };
  };
  return { skill: "set", order: orderFor(scene, path, quoted(scene, key), value.after), perform };
}

function orderFor(scene: Scene, path: string, key: string, value: string): string {
  const { chance } = scene;
  const v = /\s/.test(value) || (/[^\d.]/.test(value) && chance.maybe(0.25)) ? inMarks(scene, value) : value;
  const bare = v === value && scene.language !== "en" && chance.maybe(0.3) ? ` ${v}` : v;
  return phrase(scene, plainSetOrders, { f: quoted(scene, path), k: key, v: bare });
}
