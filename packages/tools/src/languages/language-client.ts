import { pathToFileURL } from "node:url";
import type { Command, ProgramStarter } from "@kestrel/core";
import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";

/** Bytes of one message, of its header, and of all data between two requests. A server that exceeds one is ended. */
const longestMessage = 1024 * 1024;
const longestHeader = 4 * 1024;
const mostBetween = 16 * 1024 * 1024;
/** Settings that a server may request at once; each gets `null`. */
const mostAsked = 100;

const Diagnostic = z.object({
  range: z.object({ start: z.object({ line: z.int().nonnegative() }) }),
  severity: z.int().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string(),
});
const Message = z.object({
  id: z.union([z.string().max(100), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});
const Initialized = z.object({ capabilities: z.object({ diagnosticProvider: z.unknown().optional() }) });
const Pulled = z.object({ items: z.array(Diagnostic) });
const Pushed = z.object({ uri: z.string(), version: z.int(), diagnostics: z.array(Diagnostic) });

/** An error in a text, as the server reports it. `line` counts from 1. */
export type LanguageError = { line: number; code: string; message: string };

/** A Language Server Protocol server over stdio, used only for the errors of one text at a time. */
export type LanguageClient = {
  /** Errors of exactly this text as that file; undefined when the server does not report. Calls run one after the other. */
  errorsIn(path: string, text: string): Promise<readonly LanguageError[] | undefined>;
  /** Closes the file: from now on the server reads it from disk. */
  close(path: string): void;
  /** Fires when the server has ended, for any reason. */
  over: AbortSignal;
  end(): void;
};

/** Milliseconds for a server to end after its input is closed. */
const graceMs = 200;

/** Starts a server. `language`: the protocol's id for the file's language. */
export async function languageClient(
  programs: ProgramStarter,
  command: Omit<Command, "timeoutMs">,
  language: (path: string) => string,
): Promise<LanguageClient> {
  const over = new AbortController();
  const answers = new Map<number, (result: unknown) => void>();
  const pushed = new Map<string, (errors: LanguageError[]) => void>();
  let [lastId, version] = [0, 0];
  const opened = new Set<string>();

  const end = () => {
    if (over.signal.aborted) return;
    over.abort();
    for (const answer of answers.values()) answer(undefined);
    void program.end(graceMs);
  };
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return program.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const notify = (method: string, params: object) => void send({ method, params });
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      if (over.signal.aborted) return resolve(undefined);
      lastId += 1;
      answers.set(lastId, resolve);
      void send({ id: lastId, method, params });
    });
  const take = async (body: string) => {
    const message = Message.safeParse(jsonOrNothing(body)).data;
    if (!message) return end();
    const { id, method, params, result } = message;
    if (method === undefined) {
      answers.get(Number(id))?.(result);
      answers.delete(Number(id));
    } else if (id !== undefined && id !== null) {
      // A request for settings, of which there are none, or a notification that is ignored.
      const items = z.object({ items: z.array(z.unknown()) }).safeParse(params).data?.items ?? [];
      if (items.length > mostAsked) return end();
      await send({ id, result: method === "workspace/configuration" ? items.map(() => null) : null });
    } else if (method === "textDocument/publishDiagnostics" && pushed.size > 0) {
      const found = Pushed.safeParse(params).data;
      if (found) pushed.get(`${found.version} ${found.uri}`)?.(errorsOf(found.diagnostics));
    }
  };
  const read = messageReader(take, end);
  let between = 0;
  // The next chunk is read after the answers to this one were accepted: a server that does not read gets no further reads.
  const output = async (bytes: Uint8Array) => {
    between += bytes.length;
    if (between > mostBetween) end();
    else if (!over.signal.aborted) await read(bytes);
  };
  const program = await programs.start(command, { output, errors: () => {} });
  void program.ended.then(end);

  const ready = ask("initialize", {
    processId: null,
    rootUri: pathToFileURL(command.folder).href,
    workspaceFolders: [{ uri: pathToFileURL(command.folder).href, name: "workspace" }],
    capabilities: {
      textDocument: { publishDiagnostics: { versionSupport: true }, diagnostic: {} },
      workspace: { configuration: true, workspaceFolders: true },
    },
  }).then((result) => {
    const known = Initialized.safeParse(result).data;
    if (known) notify("initialized", {});
    return known;
  });
  return {
    errorsIn: async (path, text) => {
      const known = await ready;
      if (!known || over.signal.aborted) return undefined;
      between = 0;
      const uri = pathToFileURL(path).href;
      version += 1;
      const now = `${version} ${uri}`;
      const toldOnce = new Promise<LanguageError[]>((resolve) => pushed.set(now, resolve));
      if (opened.has(path))
        notify("textDocument/didChange", {
          textDocument: { uri, version },
          contentChanges: [{ text }],
        });
      else
        notify("textDocument/didOpen", { textDocument: { uri, version, languageId: language(path), text } });
      opened.add(path);
      try {
        if (known.capabilities.diagnosticProvider === undefined)
          return await Promise.race([toldOnce, whenOver(over.signal)]);
        const result = await ask("textDocument/diagnostic", { textDocument: { uri } });
        const items = Pulled.safeParse(result).data?.items;
        return items && errorsOf(items);
      } finally {
        pushed.delete(now);
      }
    },
    close: (path) => {
      if (!opened.delete(path) || over.signal.aborted) return;
      const uri = pathToFileURL(path).href;
      notify("textDocument/didClose", { textDocument: { uri } });
      notify("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
    },
    over: over.signal,
    end,
  };
}

const whenOver = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );

/** Warnings and hints are left out; a diagnostic without a severity is an error. */
function errorsOf(diagnostics: readonly z.infer<typeof Diagnostic>[]): LanguageError[] {
  return diagnostics
    .filter(({ severity = 1 }) => severity === 1)
    .map(({ range, code = "", message }) => ({
      ...{ line: range.start.line + 1, code: String(code), message },
    }));
}

/** Splits bytes into messages by their length header, one at a time. A message that is too long or has no length ends the server. */
function messageReader(
  take: (body: string) => Promise<void>,
  end: () => void,
): (bytes: Uint8Array) => Promise<void> {
  let head: Buffer = Buffer.alloc(0);
  let body: Buffer | undefined;
  let filled = 0;
  return async (bytes) => {
    let rest: Buffer = Buffer.concat([head, bytes]);
    head = Buffer.alloc(0);
    while (rest.length > 0) {
      if (!body) {
        const at = rest.indexOf("\r\n\r\n");
        if ((at < 0 ? rest.length : at) > longestHeader) return end();
        if (at < 0) {
          head = rest;
          return;
        }
        const length = /^content-length: *(\d{1,9})\r?$/im.exec(rest.toString("latin1", 0, at))?.[1];
        if (length === undefined || Number(length) > longestMessage || Number(length) === 0) return end();
        [body, filled] = [Buffer.alloc(Number(length)), 0];
        rest = rest.subarray(at + 4);
      }
      const taken = rest.copy(body, filled);
      filled += taken;
      rest = rest.subarray(taken);
      if (filled < body.length) return;
      const text = body.toString();
      body = undefined;
      await take(text);
    }
  };
}
