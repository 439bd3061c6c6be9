import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pixel, startSeeingServer } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium } from "../machine.ts";
import { conversation, openConsole, say, showSession } from "./open-console.ts";

const file = (name: string, mimeType = "image/png") => ({
  name,
  mimeType,
  buffer: Buffer.from(pixel, "base64"),
});

/** As a picture comes out of another program, or off the desktop. */
const hands = (page: Page, way: "paste" | "drop") =>
  page.getByRole("textbox", { name: "Message" }).evaluate(
    (field, { base64, way: kind }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "pixel.png", { type: "image/png" }));
      const more = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, ...more })
          : new DragEvent("drop", { dataTransfer: data, ...more });
      field.dispatchEvent(event);
    },
    { base64: pixel, way },
  );

describe.skipIf(testChromium === undefined)("pictures in the console", () => {
  async function given(vision: boolean) {
    const server = await startSeeingServer(vision);
    const daemon = await startTestDaemon({ connect: server.url });
    await daemon.client.call("startEngine", { body: {} });
    const { session } = await daemon.client.call("openSession", { body: { workspace: daemon.workspace } });
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    return { server, page };
  }

  it("are chosen, pasted and dropped, taken away again, and stand in the message that was sent", async () => {
    const { server, page } = await given(true);
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chosen).setFiles([file("a.png"), file("notes.txt", "text/plain")]);
    await page.getByText("notes.txt is not a text file.", { exact: false }).waitFor();
    await hands(page, "paste");
    await page.getByAltText("Picture 2").waitFor();
    await hands(page, "drop");
    await page.getByAltText("Picture 3").waitFor();
    await page.getByRole("button", { name: "Remove picture 3" }).click();
    await expect.poll(() => page.getByAltText(/^Picture/).count()).toBe(2);
    await say(page, "What are these?");
    await conversation(page).getByText("A bird.").waitFor();
    const shown = conversation(page).getByAltText(/^Picture/);
    await expect.poll(() => shown.count()).toBe(2);
    await expect
      .poll(() => shown.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(1);
    await expect.poll(() => page.getByRole("button", { name: /^Remove picture/ }).count()).toBe(0);
    expect(server.chats[0]?.body.split(pixel)).toHaveLength(3);
    await page.reload();
    await expect.poll(() => shown.count()).toBe(2);
  });

  it("are not offered where the model does not see, and a pasted one is refused in words", async () => {
    const { page } = await given(false);
    await say(page, "Hello");
    await conversation(page).getByText("A bird.").waitFor();
    await hands(page, "paste");
    const refusal = page.getByText("This model cannot see pictures.");
    await refusal.waitFor();
    await page.getByRole("textbox", { name: "Message" }).pressSequentially("then");
    await refusal.waitFor({ state: "detached" });
  });

  it("are not the only thing that goes along: of every other file its text does", async () => {
    const { server, page } = await given(false);
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    const text = "order,total\n1,99\n";
    await (await chosen).setFiles([
      { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(text) },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
      { name: "old.txt", mimeType: "text/plain", buffer: Buffer.from([0xc4, 0xe3, 0xba, 0xc3]) },
    ]);
    await page.getByText("empty.txt is empty.").waitFor();
    await page.getByRole("button", { name: "Remove old.txt" }).click();
    await say(page, "Sum these up.");
    await conversation(page).getByText("A bird.").waitFor();
    expect(server.chats[0]?.body).toContain("orders.csv:\\n```\\norder,total\\n1,99\\n```");
    expect(server.chats[0]?.body).not.toContain("你好");
    await expect.poll(() => page.getByRole("button", { name: "Remove orders.csv" }).count()).toBe(0);
    const shown = conversation(page).getByText("orders.csv");
    await shown.click();
    await conversation(page).getByText("order,total").waitFor();
  });
});
