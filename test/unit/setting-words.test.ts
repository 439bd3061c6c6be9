import { expect, it } from "vitest";
import { settings as english } from "../../packages/i18n/src/en/settings.ts";
import { settings as chinese } from "../../packages/i18n/src/zh-cn/settings.ts";
import { settingKeys } from "../../packages/store/src/index.ts";

it("every setting has a name and a sentence in every language, and no sentence is left over", () => {
  const keys = settingKeys.map((key) => `setting.${key}`);
  for (const words of [english, chinese]) {
    expect(Object.keys(words).toSorted()).toEqual(keys.toSorted());
    for (const said of Object.values(words)) expect(said).toMatch(/^[^\n]{2,30}\n[^\n]+[.。]$/);
  }
});
