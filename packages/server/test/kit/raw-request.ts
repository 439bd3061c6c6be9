import { connect, type Socket } from "node:net";

export type RawAnswer = {
  /** 0 when the connection was closed without an answer. */
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  head: string;
  body: string;
};

/** Sends bytes as they are and resolves with the first answer, or when the connection ends. Content of streams is not waited for. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    let heard = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      resolve(answerIn(heard));
    };
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      heard = Buffer.concat([heard, chunk]);
      if (isWhole(answerIn(heard), bytes)) finish();
    });
    socket.on("error", () => undefined);
    socket.on("close", finish);
  });
}

/** A connection that sends `bytes` and then nothing. */
export function silentSocket(port: number, bytes = ""): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port }, () => {
      socket.on("error", () => undefined);
      if (bytes !== "") socket.write(bytes);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

function answerIn(bytes: Buffer): RawAnswer {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return { status: 0, headers: new Map(), head: text, body: "" };
  const head = text.slice(0, end);
  const headers = head.split("\r\n").slice(1);
  return {
    status: Number(head.split(" ")[1]),
    headers: new Map(headers.map((line) => [nameOf(line), line.slice(line.indexOf(":") + 1).trim()])),
    head,
    body: headers.some((line) => /^transfer-encoding: *chunked$/i.test(line))
      ? joined(text.slice(end + 4))
      : text.slice(end + 4),
  };
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(":")).toLowerCase();
}

/** The chunks that have arrived, without their sizes. */
function joined(chunks: string): string {
  const found = /^([0-9a-f]+)\r\n/i.exec(chunks);
  const size = Number.parseInt(found?.[1] ?? "0", 16);
  if (!found || size === 0) return "";
  const start = found[0].length;
  return chunks.slice(start, start + size) + joined(chunks.slice(start + size + 2));
}

function isWhole({ status, headers, head, body }: RawAnswer, asked: string | Buffer): boolean {
  if (status < 200) return false;
  if (asked.toString().startsWith("HEAD ")) return true;
  if (headers.get("content-type")?.startsWith("text/event-stream")) return true;
  if (/^transfer-encoding: *chunked$/im.test(head)) return false;
  return body.length >= Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
}
