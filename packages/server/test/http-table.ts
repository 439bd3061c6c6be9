// biome-ignore-all lint/style/noExcessiveLinesPerFile: a table

/**
 * What the door must answer, one row per case, after the H table of the security requirements. `{H}` is the daemon's own
 * host and port, `{P}` the port, `{T}` the token, `{S}` an open session. `answers` are the statuses allowed; 0 is a
 * connection closed without a word. A new hole somewhere else is one more row here.
 */
export type HttpCase = {
  id: string;
  title: string;
  /** Method and target. */
  asks: string;
  headers: readonly string[];
  body?: string;
  answers: readonly number[];
};

const own = "Host: {H}";
const key = "Authorization: Bearer {T}";
const json = "Content-Type: application/json";
const inside = [own, key];
const posting = [own, key, json];
const status = "GET /api/v1/status";
const ops = "POST /api/v1/sessions/{S}/ops";
const plan = '{"opId":"op-1","type":"set-mode","mode":"plan"}';

const row = (
  id: string,
  title: string,
  asks: string,
  headers: readonly string[],
  answers: readonly number[],
  body?: string,
): HttpCase => ({ id, title, asks, headers, answers, body });

const hosts = [
  "evil.example:{P}",
  "127.0.0.1.evil.example:{P}",
  "localhost.:{P}",
  "x@127.0.0.1:{P}",
  "0.0.0.0:{P}",
  "127.1:{P}",
  "[::ffff:127.0.0.1]:{P}",
  "127.0.0.1",
  "127.0.0.1:1",
  "",
];
const paths = [status, "GET /", "GET /assets/app.js", "GET /healthz", "GET /no/such", "POST /api/v1/login"];
const origins = [
  "https://evil.example",
  "null",
  "http://127.0.0.1:3000",
  "https://{H}",
  "http://{H}/",
  "file://",
  "",
];
const types = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json\t; x",
  "application/json; charset=utf-16",
  "text/plain; application/json",
  "application/jsonx",
  "application/json, text/plain",
];
const disguised = [
  "/%61pi/v1/status",
  "//api/v1/status",
  "/API/v1/status",
  "/x/../api/v1/status",
  "/api/v1/status/",
  "/api;x/v1/status",
  "/api/v1;/status",
  "/api/v1/%2e/status",
  "/assets/../api/v1/status",
  "/assets/..%2fapi/v1/status",
  "/healthz/../api/v1/status",
  "/./api/v1/status",
];
const climbing = [
  "/assets/..%2f..%2fpackage.json",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/../../../../etc/passwd",
  "/assets/..%5c..%5csecret.txt",
  "/assets/../../secret.txt",
  "/assets/%00",
  "/assets/app.js%00.svg",
  "/assets/.hidden",
  "/assets/%2e%2e",
  "/assets//etc/passwd",
];
const ids = [
  "..%2f..%2fx",
  "..",
  "a.b",
  "a%5cb",
  "s0000%00",
  "S00000001",
  "%20",
  "x".repeat(300),
  "s%0a0000000",
];

export const httpTable: readonly HttpCase[] = [
  row("H01", "own host and token", status, inside, [200]),
  row("H01", "localhost is a name of ours", status, ["Host: localhost:{P}", key], [200]),
  row("H01", "so is the IPv6 loopback", status, ["Host: [::1]:{P}", key], [200]),
  row("H02", "no token", status, [own], [401]),
  row("H02", "a wrong token", status, [own, "Authorization: Bearer {T}x"], [401]),
  row("H02", "an empty token", status, [own, "Authorization: Bearer "], [401]),
  row("H02", "the token in the query", "GET /api/v1/status?token={T}", [own], [401]),
  row("H02", "the token as a basic password", status, [own, "Authorization: Basic {T}"], [401]),
  row("H02", "the scheme's name in other letters", status, [own, "authorization: bEARER {T}"], [200]),
  ...paths.map((asks) =>
    row("H03", `evil host at ${asks}`, asks, [`Host: ${hosts[0]}`, key, json], [403], "{}"),
  ),
  ...hosts.map((host) => row("H04", `host '${host}'`, status, [`Host: ${host}`, key], [403])),
  row("H05", "two hosts, ours first", status, [own, "Host: evil.example", key], [400, 403]),
  row("H05", "two hosts, ours last", status, ["Host: evil.example", own, key], [400, 403]),
  row("H05", "our host twice", status, [own, own, key], [400, 403]),
  row("H06", "no host", status, [key], [400]),
  row("H07", "an absolute target", "GET http://evil.example/api/v1/status", inside, [400]),
  row("H07", "an absolute target of ours", "GET http://{H}/api/v1/status", inside, [400]),
  row("H07", "an absolute target of a public page", "GET http://evil.example/", inside, [400]),
  row("H07", "no path at all", "OPTIONS *", [...posting], [400]),
  row("H08", "forwarded host", status, ["Host: evil.example", "X-Forwarded-Host: {H}", key], [403]),
  row("H08", "forwarded", status, ["Host: evil.example", "Forwarded: host={H}", key], [403]),
  ...origins.map((origin) =>
    row("H09", `origin '${origin}'`, ops, [...posting, `Origin: ${origin}`], [403], plan),
  ),
  row(
    "H09",
    "two origins",
    ops,
    [...posting, "Origin: http://{H}", "Origin: https://evil.example"],
    [403],
    plan,
  ),
  row(
    "H10",
    "our own page",
    ops,
    [...posting, "Origin: http://{H}", "Sec-Fetch-Site: same-origin"],
    [202],
    '{"opId":"op-1","type":"set-mode","mode":"ask"}',
  ),
  ...["cross-site", "same-site", "none", "same-origin, cross-site"].map((site) =>
    row("H11", `fetch site '${site}'`, status, [...inside, `Sec-Fetch-Site: ${site}`], [403]),
  ),
  row("H11", "a public page from elsewhere", "GET /", [own, "Sec-Fetch-Site: cross-site"], [403]),
  row("H12", "a typed address", "GET /", [own, "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"], [200]),
  ...["GET /", "GET /assets/app.js", "GET /login", status].flatMap((asks) => [
    row("H28", `a service worker's script from ${asks}`, asks, [...inside, "Service-Worker: script"], [403]),
    row(
      "H28",
      `a service worker by its destination from ${asks}`,
      asks,
      [...inside, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Dest: serviceworker"],
      [403],
    ),
  ]),
  row(
    "H29",
    "the login page, from a file that forwards to it",
    "GET /login",
    [own, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
    [200],
  ),
  ...[
    ["a frame of another page", "navigate", "iframe"],
    ["a script of another page", "no-cors", "script"],
    ["a fetch of another page", "cors", "empty"],
    ["an object of another page", "navigate", "object"],
  ].map(([title, mode, target]) =>
    row(
      "H29",
      `the login page in ${title}`,
      "GET /login",
      [own, "Sec-Fetch-Site: cross-site", `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${target}`],
      [403],
    ),
  ),
  row(
    "H29",
    "no other page from elsewhere",
    "GET /",
    [own, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
    [403],
  ),
  row("H30", "a key twice", ops, posting, [400], '{"type":"cancel","type":"set-mode","mode":"plan"}'),
  row(
    "H30",
    "a key twice, once in escapes",
    ops,
    posting,
    [400],
    '{"type":"set-mode","mode":"ask","m\\u006fde":"plan"}',
  ),
  row(
    "H30",
    "a key twice, further down",
    "POST /api/v1/sessions",
    posting,
    [400],
    '{"workspace":"/tmp","x":[{"a":1,"a":2}]}',
  ),
  row(
    "H30",
    "a key that is longer than any",
    ops,
    posting,
    [400],
    `{"type":"cancel","${"k".repeat(5_000)}":1}`,
  ),
  ...types.map((type, index) =>
    row(
      index < 1 ? "H13" : "H16",
      `content type '${type}'`,
      ops,
      [...inside, `Content-Type: ${type}`],
      [415],
      plan,
    ),
  ),
  row("H14", "no content type", ops, inside, [415], plan),
  row("H15", "nothing at all", "POST /api/v1/engine/stop", inside, [415]),
  row(
    "H15",
    "a new session without a word",
    "POST /api/v1/sessions",
    [...inside, "Content-Length: 0"],
    [415],
  ),
  row("H15", "a bodyless removal", "DELETE /api/v1/sessions/{S}", inside, [415]),
  row("H15", "a removal without its {}", "DELETE /api/v1/sessions/{S}", posting, [400]),
  row(
    "H17",
    "a preflight",
    "OPTIONS /api/v1/sessions",
    [own, "Origin: https://evil.example", "Access-Control-Request-Method: POST"],
    [403],
  ),
  row(
    "H17",
    "a preflight of ours is not needed",
    "OPTIONS /api/v1/sessions",
    [own, "Origin: http://{H}"],
    [401, 415],
  ),
  ...["PUT", "PATCH", "TRACE", "PROPFIND", "HEAD"].map((method) =>
    row("H18", method, `${method} /api/v1/sessions`, posting, [400, 404, 415]),
  ),
  row("H18", "CONNECT", "CONNECT 127.0.0.1:{P}", posting, [0, 400]),
  row("H18", "HEAD opens no stream", "HEAD /api/v1/events", inside, [404]),
  row(
    "H19",
    "a 2 MiB body",
    "POST /api/v1/sessions",
    posting,
    [413],
    JSON.stringify({ workspace: "x".repeat(2 << 20) }),
  ),
  row("H19", "a 9 KiB header", status, [...inside, `X-Long: ${"x".repeat(9 << 10)}`], [431]),
  row(
    "H19",
    "length and chunks at once",
    ops,
    [...posting, "Content-Length: 4", "Transfer-Encoding: chunked"],
    [400],
    "0\r\n\r\n",
  ),
  row("H19", "truncated JSON", ops, posting, [400], '{"type":"set-mo'),
  row("H19", "a bare line feed in the head", status, [...inside, "X-A: b\nX-C: d"], [200, 400]),
  ...disguised.map((path) => row("H20", `${path} without a token`, `GET ${path}`, [own], [400, 401, 404])),
  ...climbing.map((path) => row("H21", path, `GET ${path}`, [own], [400, 401, 403, 404])),
  ...climbing.map((path) => row("H21", `${path} with a token`, `GET ${path}`, inside, [400, 403, 404])),
  ...ids.map((id) => row("H22", `stream of '${id}'`, `GET /api/v1/events?session=${id}`, inside, [400])),
  ...ids
    .filter((id) => id !== "..")
    .map((id) => row("H22", `log of '${id}'`, `GET /api/v1/sessions/${id}/log`, inside, [400])),
  row("H22", "two sessions at once", "GET /api/v1/events?session={S}&session={S}", inside, [400]),
  row("H22", "a session nobody has", "GET /api/v1/events?session=s99999999", inside, [404]),
  row(
    "H23",
    "the stream for an evil origin",
    "GET /api/v1/events",
    [...inside, "Origin: https://evil.example"],
    [403],
  ),
  row(
    "H23",
    "the stream from another site",
    "GET /api/v1/events",
    [...inside, "Sec-Fetch-Site: cross-site"],
    [403],
  ),
  row("H24", "__proto__", ops, posting, [400], '{"__proto__":{"x":1},"opId":"op-1","type":"cancel"}'),
  row(
    "H24",
    "__proto__ in escapes",
    ops,
    posting,
    [400],
    '{"__pro\\u0074o__":{"x":1},"opId":"op-1","type":"cancel"}',
  ),
  row(
    "H24",
    "constructor.prototype",
    ops,
    posting,
    [400],
    '{"constructor":{"prototype":{}},"opId":"op-1","type":"cancel"}',
  ),
  row("H24", "an empty body", ops, [...posting, "Content-Length: 0"], [400]),
  row("H24", "a header named __proto__", status, [...inside, "__proto__: x"], [200, 400]),
  row("H24", "a query named __proto__", "GET /api/v1/status?__proto__[x]=1&__proto__=2", inside, [200, 400]),
  row("H24", "an op nobody knows", ops, posting, [400], '{"type":"run-shell","command":"id"}'),
  row(
    "H24",
    "a field nobody knows",
    ops,
    posting,
    [400],
    '{"opId":"op-1","type":"cancel","bin":"/bin/bash"}',
  ),
  row("H24", "not an object", ops, posting, [400], "[]"),
  row(
    "H25",
    "a web socket for an evil origin",
    "GET /api/v1/events",
    [
      ...inside,
      "Origin: https://evil.example",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
    [403],
  ),
  row("H25", "HTTP/2 by prior knowledge", "PRI *", [], [0, 400], "SM\r\n\r\n"),
  row(
    "SEC-08",
    "a binary",
    "POST /api/v1/engine/start",
    posting,
    [400],
    '{"bin":"/bin/bash","model_path":"x"}',
  ),
  row(
    "SEC-08",
    "raw flags",
    "POST /api/v1/engine/start",
    posting,
    [400],
    '{"extra_args":["--host","0.0.0.0"]}',
  ),
  row("SEC-08", "a model by its path", "POST /api/v1/models/load", posting, [400], '{"id":"../x"}'),
  row(
    "SEC-08",
    "a model and a flag",
    "POST /api/v1/models/load",
    posting,
    [400],
    '{"id":"x","args":["--host"]}',
  ),
  row("SEC-26", "a relative workspace", "POST /api/v1/sessions", posting, [400], '{"workspace":"../x"}'),
  row(
    "SEC-26",
    "a workspace that is not there",
    "POST /api/v1/sessions",
    posting,
    [400],
    '{"workspace":"/no/such"}',
  ),
  row(
    "SEC-26",
    "a file as workspace",
    "POST /api/v1/sessions",
    posting,
    [400],
    '{"workspace":"/etc/passwd"}',
  ),
  row(
    "SEC-26",
    "NUL in a workspace",
    "POST /api/v1/sessions",
    posting,
    [400],
    '{"workspace":"/tmp\\u0000/x"}',
  ),
  row("OWN", "a path that is no path", "GET /%zz", inside, [400]),
  row("OWN", "a path that is no path, without a token", "GET /api/v1/sessions/%c0%af/log", [own], [400, 401]),
];
