/** The source of a language server in JavaScript that speaks the protocol as its specification says. `body` has `message`, `write` and `found`. */
export const scriptedLanguageServer = (body: string) =>
  `let held = Buffer.alloc(0);
     const write = (it) => { const b = JSON.stringify({ jsonrpc: "2.0", ...it }); process.stdout.write("Content-Length: " + Buffer.byteLength(b) + "\\r\\n\\r\\n" + b); };
     const found = (text) => text.split("\\n").flatMap((line, at) => line.includes("bad") ? [{ range: { start: { line: at, character: 0 }, end: { line: at, character: 1 } }, severity: 1, message: "no " + line.trim() }] : []);
     const on = (message) => { ${body} };
     process.stdin.on("data", (chunk) => { held = Buffer.concat([held, chunk]); for (;;) { const at = held.indexOf("\\r\\n\\r\\n"); if (at < 0) return; const length = Number(/\\d+/.exec(held.toString("latin1", 0, at))[0]); if (held.length < at + 4 + length) return; const body = held.toString("utf8", at + 4, at + 4 + length); held = held.subarray(at + 4 + length); on(JSON.parse(body)); } });`;

/** Parts of a body: the answer to `initialize`, the text of a file that is opened or changed, and the errors of that text. */
export const initialized = `if (message.method === "initialize") return write({ id: message.id, result: { capabilities: {} } });`;
export const textOf = `const doc = message.params?.textDocument; const text = doc?.text ?? message.params?.contentChanges?.[0]?.text; if (text === undefined) return;`;
export const push = (version: string) =>
  `write({ method: "textDocument/publishDiagnostics", params: { uri: doc.uri, version: ${version}, diagnostics: found(text) } });`;
