import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { interimFlood } from "../../../test/daemon/interim-flood.ts";
import { readPage } from "../src/reader/read-page.ts";
import { givenWeb, site } from "./fixtures/given-web.ts";

const patience = 60_000;
/** UTF-16 units: what a page's words may be when they leave its thread. */
const bound = 256 * 1024;

const long = "a".repeat(20_000);
const links = (count: number, href: string) => `<p>${`<a href="${href}">x</a> `.repeat(count)}</p>`;

/** Pages that are far longer written out than they are sent. */
const pages: Record<string, string> = {
  "a long base": `<base href="http://pages.example/${long}/">${links(4_000, "b")}`,
  "a base as long as one may be": `<base href="http://pages.example/${long.slice(0, 2_000)}/">${links(20_000, "b")}`,
  "pictures below a long base": `<base href="http://pages.example/${long.slice(0, 2_000)}/"><p>${"word, ".repeat(400)}${"<img src=b>".repeat(50_000)}</p>`,
  "many links to long addresses": links(2_000, `http://pages.example/${long.slice(0, 2_000)}`),
  "a link that every paragraph opens again": `<p><a href="http://pages.example/${long}">${"x<p>".repeat(4_000)}`,
  "lines deep in quotations": `${"<blockquote>".repeat(60)}${"x<br>".repeat(4_000)}`,
};

it.each(Object.entries(pages))(
  "reads a page with %s within its bounds, or says that it cannot",
  {
    timeout: patience,
  },
  async (_, html) => {
    const server = await site((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>t</title>${html}`),
    );
    const host = `pages.example:${server.port}`;
    const web = await givenWeb({ ownHosts: [host] });
    const { content } = await web.call("fetch", { url: `http://${host}/` });
    expect(content.length).toBeLessThan(bound + 1_000);
  },
);

it("leaves the links of a page with too long a base where the page itself lies", () => {
  const words = "The marsh harrier glides low over the reeds. ".repeat(20);
  const page = (base: string) => `<base href="${base}"><p>${words}<a href="reeds">reeds</a></p>`;
  const at = "http://birds.example/harriers/";
  expect(readPage(page("/nests/"), at).text).toContain("[reeds](http://birds.example/nests/reeds)");
  expect(readPage(page(`/${long}/`), at).text).toContain("[reeds](http://birds.example/harriers/reeds)");
});

it("takes no more of a text than is used, and says so", { timeout: patience }, async () => {
  const server = await site((_request, response) =>
    response.writeHead(200, { "content-type": "text/plain" }).end("\u200b\u200c".repeat(699_000)),
  );
  const host = `pages.example:${server.port}`;
  const web = await givenWeb({ ownHosts: [host] });
  const { content } = await web.call("fetch", { url: `http://${host}/` });
  expect(content).toContain(`[It has more words; these are the first ${bound} characters.]`);
  expect(content.match(/⟨/g)).toHaveLength(bound);
});

it.each(["100 Continue", "102 Processing", "103 Early Hints"])(
  "gives up on a server that says %s without end",
  { timeout: patience },
  async (status) => {
    const server = await interimFlood(status);
    const host = `pages.example:${server.port}`;
    const web = await givenWeb({ ownHosts: [host] });
    const { result, blockedMs } = await longestBlock(() => web.call("fetch", { url: `http://${host}/` }));
    expect(result).toEqual({
      outcome: "error",
      content: `${host} could not be read (only interim answers came).`,
    });
    await server.left;
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  },
);

it("gives up on a server that changes the protocol", { timeout: 10_000 }, async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const host = `pages.example:${port}`;
  const web = await givenWeb({ ownHosts: [host] });
  expect(await web.call("fetch", { url: `http://${host}/` })).toEqual({
    outcome: "error",
    content: `${host} could not be read (closed without an answer).`,
  });
});
