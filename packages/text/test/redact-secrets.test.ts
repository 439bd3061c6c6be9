import { describe, expect, it } from "vitest";
import { lineRedactor, redactArguments, redactSecrets } from "../src/index.ts";

/** What is said, and the part of it that nobody may see. Put together here so that no scanner takes this file for a leak. */
const secrets: readonly [title: string, before: string, secret: string, after: string][] = [
  ["a key of OpenAI's kind", "401 for ", `sk-${"a1B2".repeat(8)}`, " at line 3"],
  ["a project key", "", `sk-proj-${"Zz9_".repeat(10)}`, ""],
  ["a key of Hugging Face", "token ", `hf_${"qW3e".repeat(8)}`, "."],
  ["a token of GitHub", "https://x:", `ghp_${"9kLm".repeat(9)}`, "@github.com/a/b"],
  ["a fine-grained token of GitHub", "", `github_pat_${"11AA_".repeat(10)}`, ""],
  ["an access token of Kestrel", "token ", `kestrel_${"0a1b".repeat(16)}`, "."],
  ["a key id of Amazon", "aws_access_key_id=", `AKIA${"IOSF7EXAMPLE1234"}`, "\nnext"],
  ["a temporary key id of Amazon", "id ", `ASIA${"Q2W3E4R5T6Y7U8I9"}`, " end"],
  ["a secret key of Amazon", 'aws_secret_access_key = "', "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", '"'],
  ["a bearer token", "Authorization: Bearer ", "mF_9.B5f-4.1JqM~x/y+z==", "\r"],
  ["a basic password", "authorization: basic ", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", ""],
  [
    "a JSON web token",
    "cookie=",
    `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiIxMjM0In0"}.${"dBjftJeZ4CVP"}`,
    "; path=/",
  ],
  ["a key in JSON", '{"api_key":"', "0123456789abcdef", '"}'],
  ["a password in an address", "postgres://kestrel:", "h0p-sk1p", "@db:5432/x"],
  ["a key of Google", "key ", `AIza${"SyD_3x".repeat(6)}`, ""],
  [
    "a key file",
    "before\n",
    `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEowIBAAKCAQEA\n".repeat(3)}-----END RSA PRIVATE KEY-----`,
    "\nafter",
  ],
  ["a key file without its end", "x ", `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n`, ""],
  ["a password of several words in quotes", "password: ", '"correct horse battery staple"', " is it"],
  ["a password in escaped JSON", '\\"password\\": \\"', "hunter2secret99", '\\", \\"b\\": 1'],
  ["a key in twice escaped JSON", '\\\\\\"api_key\\\\\\": \\\\\\"', "zz9 secret", '\\\\\\"}'],
  ["a key of GitHub behind an escaped line end", "a\\n", `ghp_${"9kLm".repeat(9)}`, "\\nb"],
  ["a web token behind letters", "x-", `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiIxMjM0In0"}.${"dBjftJeZ4CVP"}`, ""],
  ["a secret key in settings", "STRIPE_SECRET_KEY=", "abcdef123456", ""],
  ["a password in Chinese", "密码：", "hunter2secret", " 好"],
  ["a password in a column", "password        = ", "hunter2secret", ""],
  ["a password that is compared", 'if password == "', "hunter2secret", '":'],
  ["passwords in a list", '"passwords": [', '"hunter2secret", "hunter3secret"', "]"],
  ["a password in a sentence", "the password is ", "hunter2secret", ", he said"],
  ["a key of Matrix", "x ", `syt_${"YWRh_aXbYcZdEfGhIjKlM"}_0abcDE`, " end"],
  ["the address of a hook", "https://", "hooks.slack.com/services/T0000/B0000/hunter2secret", " end"],
  ["an entry of a program", 'config["password"] = "', "hunter2 x", '"'],
  ["a password of a database in settings", "DB_PASS=", "hunter22", "\nPORT=1"],
  ["a password with a short name in lower case", "smtp-pass: ", "hunter22", ""],
  ["a password under its own prefix", "ADMIN_PWD=", "hunter22", ""],
  ["a bold name", "- **Password**: ", "hunter22", "\n"],
  ["a bold name with its colon", "**Password:** ", "hunter22", " it is"],
  ["a row of a table", "| user | kes |\n| password | ", "hunter22", " |\n"],
  ["a row of a table with marks", "| **DB password** | `", "hunter22", "` |"],
  ["a value below its name", "db:\n  password:\n    ", "hunterhunter", "\n  port: 1"],
  ["a block below its name", "password: |\n  ", "hunter22", "\nport: 1"],
  ["a text in three quotes", 'password = """', "\nhunter22 x\n", '"""\n'],
  ["an element", "<db><password>", "hunter2 x", "</password></db>"],
  ["a field of a form", '<input name="password" type="text" value="', "hunter22", '">'],
  ["an entry of settings in XML", '<add key="DbPassword" value="', "hunter22", '"/>'],
  ["a call that sets it", 'user.setPassword("', "hunter2 x", '")'],
  ["a login of curl", "curl -s -u admin:", "hunter2", " https://a.example"],
  ["a long login of curl", 'curl --user "admin:', "hunter2", '" https://a.example'],
  ["a password of mysql", "mysql -u root -p", "Hunter", " shop"],
  ["a password of ssh", "sshpass -p ", "Hunter", " ssh a"],
  ["cookies", "Cookie: ", "session=abcdef; id=42", "\nHost: a"],
  ["a cookie in a command", "curl -H 'Cookie: ", "session=abcdef", "' https://a.example"],
  ["a cookie that is set", "set-cookie: ", "sid=abcdef; Path=/", "\n"],
  ["a password in a Chinese sentence", "数据库密码是 ", "hunter22", "，请记住"],
  ["a password in Chinese with another word", "密码为：", "hunter22", "。"],
  ["a bold password in Chinese", "**密码**：", "hunter22", " 好"],
];

it("a block of a key takes itself and nothing around it", () => {
  const block = `-----BEGIN EC PRIVATE KEY-----\n${"QUJD".repeat(16)}\n  12\tAQAB==\n-----END EC PRIVATE KEY-----`;
  const text = redactSecrets(`see password: hunter2secret ${block} password: hunter3secret\nthe end`);
  expect(text).not.toMatch(/hunter|QUJD|AQAB/);
  expect(text.startsWith("see password: [left out] [left out]")).toBe(true);
  expect(text.endsWith("[left out] password: [left out]\nthe end")).toBe(true);
});

it("a block of a key without its end leaves the rest standing", () => {
  const before = `password: hunter2secret -----BEGIN PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${"QUJD".repeat(16)}\nAQAB==`;
  const rest = "That was the key of the harbour.\n\nNow the lamp:\ndone\n";
  expect(redactSecrets(`${before}\n${rest}`)).toBe(
    `password: [left out] [left out]\n[left out]\n\n[left out]\n[left out]\n${rest}`,
  );
  const late = `-----BEGIN PRIVATE KEY----- in a sentence\nand more words\n${"QUJD".repeat(16)}`;
  expect(redactSecrets(late)).toBe("[left out] in a sentence\nand more words\n[left out]");
});

const innocent: readonly string[] = [
  "the token count is 4096 tokens of 32768",
  "sk-learn is a library",
  "prompt eval time = 1234.56 ms / 512 tokens",
  "password: ",
  "the password is checked in login.ts",
  '"tokens": ["hello", "world"]',
  "if (token == undefined) return",
  "pass = true",
  "bypass: yes, always",
  "first_pass = compute_all(1)",
  "| user | password | description |\n|---|---|---|",
  "type Kind = 'token' | 'secret' | undefined;",
  '<label for="password">Password</label>',
  "secret:\n  secretName: store\n",
  "Here is how the token:\n  comes to be known",
  "docker run -u 1000:1000 node",
  "mkdir -p folder/inside && mysql -p",
  "cookie: a small file",
  "密码是必填的字段",
  "密码是 bcrypt 加密的",
  "AKIA is a prefix; AKIASHORT is none",
  "https://127.0.0.1:8080/v1/models",
  "a bearer of news",
  "-----BEGIN PUBLIC KEY-----",
  "llama_model_loader: - kv  12: tokenizer.ggml.tokens arr[str,151936]",
];

describe("text that others will see", () => {
  it.each(secrets)("loses %s and nothing else", (_title, before, secret, after) => {
    const text = redactSecrets(`${before}${secret}${after}`);
    for (const line of secret.split("\n").filter((part) => part !== "")) expect(text).not.toContain(line);
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith(after)).toBe(true);
    expect(text).toContain("[left out]");
  });

  it.each(innocent)("keeps: %s", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it.each([
    ["ｐａｓｓｗｏｒｄ：hunter22", "password：[left out]"],
    ["ＤＢ＿ＰＡＳＳ＝hunter22", "DB_PASS=[left out]"],
    ["pass\u200bword: hunter22", "password: [left out]"],
    ["api\u2060_k\u00adey = hunter22", "api_key = [left out]"],
    ["pass\ufe0fword:\n  hunterhunter\nport: 1", "password:\n  [left out]\nport: 1"],
    ["密\u200b码：hunter22", "密码：[left out]"],
    ["key ｓｋ-a1B2a1B2a1B2a1B2", "key [left out]"],
  ])("reads names as people do: %j", (text, clean) => {
    expect(redactSecrets(text)).toBe(clean);
    expect(lineRedactor()(text.split("\n")[0] ?? "")).not.toContain("hunter22");
    const name = text.split(/[：＝:=]/)[0] ?? "";
    if (!text.startsWith("key"))
      expect(redactArguments(JSON.stringify({ [name]: "hunter22" }))).not.toContain("hunter22");
  });

  it("leaves other lines in the letters they came in", () => {
    const text = "全角ＡＢＣ１２３，和 👩\u200d💻\nnext";
    expect(redactSecrets(text)).toBe(text);
    expect(redactSecrets(`${text}\npassword: hunter22`)).toBe(`${text}\npassword: [left out]`);
  });

  it("loses what it was told, whatever it looks like", () => {
    expect(redactSecrets("the word is mellon", ["mellon", ""])).toBe("the word is [left out]");
  });

  const pieces = [
    ...[
      "a",
      "=",
      " ",
      "\n",
      "+",
      "-",
      "\\",
      "a.",
      "AKIA",
      "AIza",
      "hf_",
      "bearer ",
      "basic ",
      "://",
      "://a:",
    ],
    ...["eyJ", "-eyJ", "eyJ.eyJ", "eyJaaaaaaaa.", "\\neyJ", "sk-", "sk_a_", "token ", "token=", 'token="'],
    ...[
      "token='\\\"",
      'password\\": \\"',
      "密码：",
      "api-",
      "api key ",
      "master ",
      "-----BEGIN ",
      "-----END ",
    ],
    ...["DB_PASS", "password**", "password:**", "|", "| ", "| password ", "| password | ", "password:\n  "],
    ...["password: |\n    aaaaaa", 'password="""', "password='''", "<", "<a", "<password ", "<password>"],
    ...["<password>a", 'name="password" ', 'name="password" value="', "set", 'setPassword("a', "curl "],
    ...[" -u ", "curl -u ", " -u a:", "curl -u a:", "mysql -p", "sshpass -p ", "cookie: ", "cookie: a="],
    ...["密码是", "密码是 a", "setPassword(", "ｐａｓｓｗｏｒｄ：", "pass\u200bword=", "\u200b", "ａ\n"],
    ...["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n+ +", '{"token":', "[", '\\"'],
  ];
  it.each(pieces)("is read in one pass: a megabyte of '%s'", (piece) => {
    const text = piece.repeat(Math.ceil((1 << 20) / piece.length));
    const startedAt = process.cpuUsage();
    redactSecrets(text);
    redactArguments(`{"a":${JSON.stringify(text)}}`);
    redactArguments(`{"${text}`);
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
