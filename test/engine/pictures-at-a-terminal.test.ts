import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pixel, startSeeingServer } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testTmux } from "../machine.ts";
import { screenBeside } from "../terminal/opened-screens.ts";

describe.skipIf(testTmux === undefined)("a picture that a message names in a terminal", () => {
  it("goes with it where the model sees; else one sentence says that its path goes alone", async () => {
    for (const sees of [true, false]) {
      const server = await startSeeingServer(sees);
      const daemon = await startTestDaemon({ connect: server.url });
      const dropped = join(daemon.workspace, "a shot.png");
      for (const path of [dropped, join(daemon.workspace, "b.png")])
        await writeFile(path, Buffer.from(pixel, "base64"));
      const screen = await screenBeside(daemon);
      const said = sees ? "Attached: a shot.png, b.png." : "Only the path of a shot.png, b.png is sent.";
      await screen.tell(`'${dropped}' and @b.png: which bird?`, said);
      await screen.shows("A bird.");
      const sent = server.chats.map(({ body }) => body.match(/"image_url":\{"url"/g)?.length ?? 0);
      expect(Math.max(...sent)).toBe(sees ? 2 : 0);
      expect(server.chats.at(-1)?.body).toContain("which bird?");
      await screen.press("C-d");
      await screen.shows("ended 0");
    }
  });

  it("comes from anywhere when it is dropped, and from the folder alone when pasted text names it", async () => {
    const server = await startSeeingServer(true);
    const daemon = await startTestDaemon({ connect: server.url });
    const elsewhere = join(dirname(daemon.workspace), "my passport.png");
    for (const path of [elsewhere, join(daemon.workspace, "b.png")])
      await writeFile(path, Buffer.from(pixel, "base64"));
    const screen = await screenBeside(daemon);
    await screen.paste(`'${elsewhere}' `);
    await screen.tell("which bird?", "Attached: my passport.png.");
    // The figures stand when the turn is over.
    await screen.shows(/seer · ctx [\s\S]*›$/);
    await screen.paste(`A page about '${elsewhere}' and @b.png,\nin two lines.`);
    await screen.tell(" Sum it up", /Attached: b\.png\./);
    await screen.press("C-d");
  });
});
