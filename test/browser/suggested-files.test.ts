import { join } from "node:path";
import { expect, it } from "vitest";
import { startNightServer } from "../daemon/loop-night.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium } from "../machine.ts";
import { openConsole, say, showSession } from "./open-console.ts";

/** More files than the folder that suggestions are made for needs at least. */
const others = Object.fromEntries(
  Array.from({ length: 50 }, (_, at) => [`lib/part${at}.ts`, `export const part${at} = ${at};\n`]),
);

it.skipIf(testChromium === undefined)(
  "files that were suggested stand below the question, each with its reason when it is opened",
  async () => {
    const server = await startNightServer(() => "In sessions.ts.");
    const daemon = await startTestDaemon({
      ...{ connect: server.url, accepted: true },
      files: {
        ...others,
        "src/sessions.ts": "export function signSessionCookie() {}\n",
        "src/cookies.ts": "// the session cookie is signed elsewhere\nexport const cookieName = 'session';\n",
      },
      config: '[reach]\nsuggest_files = "on"\n',
    });
    const { client, workspace } = daemon;
    const { session } = await client.call("openSession", { body: { workspace } });
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    await say(page, "Where is the session cookie signed?");
    const line = page.getByText("Suggested files: src/sessions.ts, src/cookies.ts");
    await line.waitFor();
    const reason = page.getByText(
      "- src/sessions.ts (line 1 defines: export function signSessionCookie() {})",
    );
    expect(await reason.isVisible()).toBe(false);
    await line.click();
    await reason.waitFor();
    const folder = process.env.KESTREL_SHOTS;
    for (const width of folder ? [1440, 360] : [])
      for (const colorScheme of ["dark", "light"] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder ?? "", `suggested-${width}-${colorScheme}.png`) });
      }
  },
);
