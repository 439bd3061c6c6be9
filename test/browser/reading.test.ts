import { describe, expect, it } from "vitest";
import { easilyMisread } from "../../console/test/stage/reading.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { markerOf } from "../models/scripted/script.ts";
import { conversation, openConsole, showSession } from "./open-console.ts";

describe.skipIf(testEngine === undefined || testChromium === undefined)("a reply on the page", () => {
  it("is read as it is meant: beside CJK, from right to left, TeX, Markdown in a fence", async () => {
    const daemon = await startTestDaemon({ window: 16_384, scripts: { misread: { says: easilyMisread } } });
    const session = await openTestSession(daemon);
    await session.turn(`Show it. ${markerOf("misread")}`);
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    const place = conversation(page);
    await place.getByText("Done.").waitFor();
    expect(await place.locator("strong").allTextContents()).toEqual(
      expect.arrayContaining(["注意：", "npm ci", "משפט", "الملف"]),
    );
    expect(await place.locator("del").allTextContents()).toEqual(["旧的："]);
    const directions = await place
      .locator(".prose :is(h3, h4, p, li, blockquote p, td, th)")
      .evaluateAll((all) =>
        all.map((one) => [one.textContent?.slice(0, 6), getComputedStyle(one).direction]),
      );
    expect(Object.fromEntries(directions)).toMatchObject({
      注意事项: "ltr",
      שלום: "rtl",
      "זהו מש": "rtl",
      "קודם כ": "rtl",
      "then r": "ltr",
      "ثم اقر": "rtl",
      "ציטוט ": "rtl",
      שם: "rtl",
      "Done.": "ltr",
    });
    // Formulas are set, and carry the TeX that the model wrote; prices are prices.
    await place.locator(".katex").nth(2).waitFor();
    expect(await place.locator('annotation[encoding="application/x-tex"]').allTextContents()).toEqual([
      "a_1 * b_2 * c",
      "x^*_{min}",
      "\n\\sum_{i=1}^{n} x_i * y_i\n= \\frac{a}{b} \\\\\n",
    ]);
    await place.getByText("which costs $5 or $10:").waitFor();
    expect(await place.locator(".prose pre").allTextContents()).toEqual([
      "# Title\n\n```bash\nnpm install\n```\n\nEnd.",
    ]);
    expect(await place.locator(".prose em").count()).toBe(0);
  });
});
