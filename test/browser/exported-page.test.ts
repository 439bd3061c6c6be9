import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { redactorHere } from "@kestrel/core";
import { givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { exportLog } from "../../packages/daemon/src/sessions/export-log.ts";
import { temporaryFolder } from "../../packages/store/test/temporary-data.ts";
import { freshPage } from "./open-console.ts";

it("an exported page plays a session back from the disk, and asks nobody for anything", async () => {
  const hostile = `<img src="http://127.0.0.1:9/x" onerror="document.title='in'">`;
  const given = await givenSession({ replies: [[says(`First. ${hostile}`)]] });
  await given.says(hostile);
  const { text } = await exportLog(
    { log: given.log, state: given.session.state(), redactor: redactorHere },
    { format: "html", redact: true },
  );
  const file = join(await temporaryFolder(), "session.html");
  await writeFile(file, text);
  const page = await freshPage({ offline: true });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.getByText("First.").waitFor();
  expect(await page.locator("article").count()).toBe(2);
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.title()).toBe("Kestrel");
  await page.getByRole("slider").fill("1");
  expect(await page.locator("article:visible").count()).toBe(1);
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator("article:visible").nth(1).waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor();
  expect(asked).toEqual([pathToFileURL(file).href]);
});
