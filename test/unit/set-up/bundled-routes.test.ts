import { join } from "node:path";
import { expect, it } from "vitest";
import { routeAnswers } from "../../../packages/server/test/route-answers.ts";
import { printedByBundle } from "./printed-by-bundle.ts";

const fixture = join(import.meta.dirname, "../../../packages/server/test/route-answers.ts");

it("answers with routes that are made ready together as with routes that wait for one another, and with fewer timers", async () => {
  const text = `import { routeAnswers } from ${JSON.stringify(fixture)};
    routeAnswers().then((found) => console.log(JSON.stringify(found)));`;
  const bundled = JSON.parse(await printedByBundle(text));
  const usual = await routeAnswers();
  expect(bundled.answers).toEqual(usual.answers);
  expect(usual.timers).toBeGreaterThan(30);
  expect(bundled.timers).toBeLessThan(20);
});
