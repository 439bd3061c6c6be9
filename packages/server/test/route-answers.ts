import Fastify from "fastify";
import { routing } from "../src/routing.ts";

/** What a server answers whose hooks, error handler, limits and plugins come before, behind and around its routes; and the timers its start set. */
export async function routeAnswers(): Promise<{ answers: string[]; timers: number }> {
  let timers = 0;
  const usual = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign((...given: Parameters<typeof usual>) => {
    timers += 1;
    return usual(...given);
  }, usual);
  const app = Fastify(routing);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("before", "yes");
    if (request.headers["x-refused"]) throw new Error("refused by a hook");
  });
  app.get("/plain", async () => "plain");
  app.get("/fails", async () => {
    throw new Error("it failed");
  });
  app.post("/small", { bodyLimit: 8 }, async ({ body }) => String(body));
  app.post("/large", async ({ body }) => String(body));
  app.get(
    "/own",
    { errorHandler: (error, _request, reply) => void reply.send(`own: ${error.message}`) },
    () => {
      throw new Error("it failed");
    },
  );
  for (let at = 0; at < 30; at += 1) app.get(`/many/${at}/:name`, async ({ params }) => ({ at, params }));
  app.register(async (inner) => {
    inner.decorateRequest("known", "inner");
    inner.addHook("onSend", async (_request, reply, payload) => {
      reply.header("inside", "yes");
      return payload;
    });
    inner.get("/inner", async (request) => Reflect.get(request, "known"));
    inner.setErrorHandler((error, _request, reply) => void reply.send(`inner: ${(error as Error).message}`));
    inner.get("/inner/fails", async () => {
      throw new Error("it failed");
    });
  });
  // What comes behind the routes counts for them as well.
  app.setErrorHandler(
    (error, _request, reply) => void reply.code(500).send(`all: ${(error as Error).message}`),
  );
  app.addHook("onSend", async (_request, reply, payload) => {
    reply.header("behind", "yes");
    return payload;
  });
  app.setNotFoundHandler((_request, reply) => void reply.code(404).send("nobody"));
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  globalThis.setTimeout = usual;
  const text = { method: "POST", headers: { "content-type": "text/plain" }, body: "twelve words" };
  const asked: [string, RequestInit?][] = [
    ["/plain"],
    ["/plain", { headers: { "x-refused": "1" } }],
    ["/fails"],
    ["/small", text],
    ["/large", text],
    ["/own"],
    ["/many/7/kestrel"],
    ["/inner"],
    ["/inner/fails"],
    ["/plain", { method: "HEAD" }],
    ["/nothing"],
  ];
  const answers: string[] = [];
  for (const [path, init] of asked) {
    const reply = await fetch(url + path, init);
    const heads = ["before", "behind", "inside"].filter((name) => reply.headers.has(name));
    answers.push(`${init?.method ?? "GET"} ${path}: ${reply.status} [${heads}] ${await reply.text()}`);
  }
  await app.close();
  return { answers, timers };
}
