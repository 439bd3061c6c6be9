import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Time limit of a run on a slow machine. Milliseconds. */
const patience = 60_000;

/**
 * Runs a task against a model server that answers one word, and then a conversation, so that the code caches of client and daemon cover a
 * start; twice, since the second run uses what the first stored. Its daemon ends each time. Resolves to false when a run failed; a program
 * without those caches only starts slower.
 */
export async function warmUp(loader) {
  const folder = mkdtempSync(join(tmpdir(), "kestrel-warm-"));
  const server = createServer(answer);
  try {
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = ["--url", `http://127.0.0.1:${server.address().port}`];
    for (let round = 0; round < 2; round += 1) {
      const done = await ran(loader, ["run", "--quiet", "hello", ...url], folder);
      const talked = done && (await ran(loader, url, folder, talk));
      if (!talked || !(await ran(loader, ["stop"], folder))) return false;
    }
    return true;
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `talking` is its input; without it the program has none. */
function ran(loader, words, folder, talking) {
  const own = { KESTREL_DATA_DIR: join(folder, "data"), KESTREL_WRITE_CODE_CACHE: "1", TERM: "xterm" };
  const asTerminal = talking ? ["--require", join(import.meta.dirname, "as-terminal.cjs")] : [];
  const program = spawn(process.execPath, [...asTerminal, loader, ...words], {
    cwd: folder,
    env: { ...withoutSettings(process.env), ...own },
    stdio: talking ? ["pipe", "pipe", "ignore"] : "ignore",
    timeout: patience,
  });
  talking?.(program);
  return new Promise((resolve) => {
    program.on("error", () => resolve(false));
    program.on("exit", (code) => resolve(code === 0));
  });
}

/** Types one message at the prompt, and exits after the answer. */
function talk({ stdin, stdout }) {
  const steps = [
    { shows: "\u203a ", type: "hello" },
    { shows: "hello", type: "\r" },
    { shows: "Hello.", type: "\x04" },
  ];
  let shown = "";
  stdin.on("error", () => undefined); // expected: it ended, which its exit code says
  stdout.setEncoding("utf8").on("data", (text) => {
    shown += text;
    if (steps.length === 0 || !shown.includes(steps[0].shows)) return;
    stdin.write(steps.shift().type);
    shown = "";
  });
}

/** Removes the builder's own settings, and Node flags that V8 would tie the cache to. */
function withoutSettings(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith("KESTREL_") && name !== "NODE_OPTIONS"),
  );
}

const answers = {
  "/props": { default_generation_settings: { n_ctx: 8192 }, total_slots: 1, chat_template: "-" },
  "/v1/models": { object: "list", data: [{ id: "warm-up", object: "model" }] },
  "/apply-template": { prompt: "-" },
};
const reply = [
  { choices: [{ index: 0, delta: { content: "Hello." } }] },
  {
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  },
];

function answer(request, response) {
  const path = request.url.split("?")[0];
  if (path === "/v1/chat/completions") {
    response.setHeader("content-type", "text/event-stream");
    for (const piece of reply) response.write(`data: ${JSON.stringify(piece)}\n\n`);
    response.end("data: [DONE]\n\n");
    return;
  }
  const known = answers[path];
  response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(known ?? {}));
}
