import { connect } from "node:net";

/** Milliseconds for a connection; with the pause between two checks, a server is shown as down within five seconds. */
const patienceMs = 2_500;

const usualPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Whether a server accepts connections at an address. Sends nothing. */
export async function accepts(url: string): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || usualPorts[protocol]),
      signal: AbortSignal.timeout(patienceMs),
    });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on("connect", () => done(true));
    socket.on("error", () => done(false));
  });
}
