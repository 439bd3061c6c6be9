import { request } from "node:http";
import type { Transport } from "@kestrel/server/client";

/** The way to a daemon on this machine without Node's `fetch`, which takes longer to load than a daemon takes to answer. */
export const overHttp: Transport = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    // Node gives a DELETE no length of its own, and a body without one is the next request.
    if (body instanceof Blob) throw new TypeError("a file is uploaded as its bytes here");
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = { ...headers, ...length };
    const asked = request(url, { agent: false, method, headers: sent, signal }, (answer) => {
      answer.setEncoding("utf8");
      const pieces = () => answer[Symbol.asyncIterator]();
      resolve({ status: answer.statusCode ?? 0, text: () => wholeOf(pieces()), pieces });
    });
    asked.on("error", reject);
    asked.end(body);
  });

async function wholeOf(pieces: AsyncIterator<string>): Promise<string> {
  let text = "";
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value;
  return text;
}
