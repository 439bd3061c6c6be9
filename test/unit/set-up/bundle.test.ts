import { expect, it } from "vitest";
import { bundled, printedByBundle } from "./printed-by-bundle.ts";

it("keeps the meaning of letters that are not ASCII, and writes none", async () => {
  const { text, printed } = await bundled(`
    const marks = /^[｜▁]+$/;
    const bird = /^\u{1F426}隼$/u;
    console.log(marks.test("｜▁"), bird.test("\u{1F426}隼"), "红隼");
  `);
  expect(await text()).not.toMatch(/[\u0080-\u00ff]/);
  expect(printed()).toBe("true true 红隼\n");
});

it("refuses a letter behind a backslash, where the escape would mean something else", async () => {
  expect((await bundled("console.log(/\\｜/.test('x'));")).problem).toContain("backslash");
});

it("is built where an optional native part is missing, and the program finds that out by itself", async () => {
  const printed = await printedByBundle(`
    import("better-sqlite3").then(
      () => console.log("an index"),
      () => console.log("no index"),
    );
  `);
  expect(printed).toBe("no index\n");
});
