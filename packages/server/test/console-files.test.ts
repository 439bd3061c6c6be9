import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";

describe("the console's files", () => {
  it("come with exactly these headers, to anyone on this machine", async () => {
    const { url } = await givenConsole();
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toBe("<!doctype html><title>Kestrel</title>");
    const { date: _, ...headers } = Object.fromEntries(page.headers);
    expect(headers).toEqual({
      "cache-control": "no-store",
      connection: "keep-alive",
      "content-length": "37",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "keep-alive": "timeout=5",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
      "x-frame-options": "DENY",
    });
  });

  it("frame what a model wrote in a page that reaches nothing: no origin, one script by its hash", async () => {
    const { url, folder } = await givenConsole();
    await writeFile(join(folder, "preview.html"), "<!doctype html><script>parent</script>");
    const { headers } = await fetch(`${url}/preview`);
    const hash = createHash("sha256").update("parent").digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}' blob:; style-src 'unsafe-inline'; ` +
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it("say how the program is called, to whoever is not in yet", async () => {
    const { url, loginLink } = await givenConsole({
      page: "<!doctype html><html><head><title>Kestrel</title></head></html>",
      command: `node '/home/a "b"/<kestrel>.cjs' & $& more`,
    });
    const told =
      '<meta name="kestrel-command" content="node \'/home/a &quot;b&quot;/&lt;kestrel&gt;.cjs\' &amp; $&amp; more" />';
    for (const place of [`${url}/`, loginLink()]) expect(await (await fetch(place)).text()).toContain(told);
  });

  it("are those of the newest build, and the page is there while one is made", async () => {
    const { url, folder } = await givenConsole();
    const page = async () => (await fetch(`${url}/`)).text();
    const before = await page();
    await rm(join(folder, "index.html"));
    expect(await page()).toBe(before);
    await writeFile(join(folder, "index.html"), "<!doctype html><title>Renewed</title>");
    expect(await page()).toBe("<!doctype html><title>Renewed</title>");
  });

  it("are kept by the browser only where the name changes with the content", async () => {
    const { url } = await givenConsole();
    const asset = await fetch(`${url}/assets/app-1a2b.js`);
    expect(asset.status).toBe(200);
    expect(asset.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await fetch(`${url}/manifest.webmanifest`)).headers.get("cache-control")).toBe("no-store");
    const missing = await fetch(`${url}/assets/app-0000.js`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ error: { code: "not_found", params: {} } });
    expect(missing.headers.get("cache-control")).toBe("no-store");
    expect(missing.headers.get("x-frame-options")).toBe("DENY");
  });

  it("clear what a browser keeps for the link that opens, and for nobody else's call", async () => {
    const { url, loginLink, client } = await givenConsole();
    const cleared = async (place: string) => (await fetch(place)).headers.has("clear-site-data");
    expect(await cleared(`${url}/login`)).toBe(false);
    expect(await cleared(`${url}/login?link=0123456789abcdef`)).toBe(false);
    const link = new URL(loginLink());
    const code = link.hash.slice("#c=".length);
    link.hash = "";
    expect(link.href).not.toContain(code);
    expect(await cleared(link.href)).toBe(true);
    await client.call("login", { body: { code } });
    expect(await cleared(link.href)).toBe(false);
  });

  it("are all there is: nothing beside, above or hidden, with a token either", async () => {
    const { url, token } = await givenConsole();
    for (const path of [
      "index.html",
      "assets/",
      "assets",
      "assets/.hidden",
      "assets/deep/inner.js",
      "assets/deep%2finner.js",
      "assets/..%2findex.html",
      "assets/%2e%2e%2fsecret.txt",
      "secret.txt",
      "..%2fsecret.txt",
    ]) {
      const answer = await fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain("SECRET");
    }
  });

  it("need not be there for the interface to answer", async () => {
    const daemon = await givenDaemon();
    expect((await fetch(`${daemon.url}/`)).status).toBe(401);
    expect(await daemon.client.call("health")).toEqual({ ok: true });
  });
});

async function givenConsole({
  page = "<!doctype html><title>Kestrel</title>",
  command,
}: {
  page?: string;
  command?: string;
} = {}): Promise<GivenDaemon & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-console-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const built = join(folder, "dist");
  await mkdir(join(built, "assets", "deep"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "SECRET");
  await writeFile(join(built, "index.html"), page);
  await writeFile(join(built, "manifest.webmanifest"), "{}");
  await writeFile(join(built, "assets", "app-1a2b.js"), "export {};");
  await writeFile(join(built, "assets", ".hidden"), "SECRET");
  await writeFile(join(built, "assets", "deep", "inner.js"), "SECRET");
  const daemon = await givenDaemon({
    parts: { consoleFolder: built, ...(command !== undefined && { command }) },
  });
  return { ...daemon, folder: built };
}
