import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probableFiles } from "../src/index.ts";
import { workplace } from "./fixtures/workplace.ts";

const cancel = new AbortController().signal;
const question = "Where is the session cookie signed?";
const signer = "class Cookies:\n    def sign_session(self, cookie):\n        return hmac(cookie)\n";

/** A project of fifty files that say nothing, and these. */
async function project(files: Readonly<Record<string, string>>, others = 50) {
  const place = await workplace();
  for (let at = 0; at < others; at++)
    await place.put(`lib/part${at}.py`, `def part${at}():\n    return ${at}\n`);
  for (const [path, text] of Object.entries(files)) await place.put(path, text);
  const files_ = probableFiles(place.dependencies, () => true);
  return {
    ...place,
    asks: async (words: string) =>
      (await files_.answering(words, place.root, cancel)).filter(({ also }) => !also),
  };
}

describe("files that probably answer a question", () => {
  it("are found by what they define, are called and say, and have the line as their reason", async () => {
    const place = await project({ "src/sessions.py": signer, "src/tax.py": "RATE = 0.2\n" });
    expect(await place.asks(question)).toEqual([
      { path: "src/sessions.py", why: "line 2 defines: def sign_session(self, cookie):" },
    ]);
  });

  it("are found by a Chinese question over English code, by the words of the field", async () => {
    const place = await project({
      "src/sessions.py": signer,
      "src/render.py": "def render_template(): ...\n",
    });
    expect((await place.asks("会话的 cookie 是在哪里签名的？")).map(({ path }) => path)).toEqual([
      "src/sessions.py",
    ]);
    expect((await place.asks("模板在哪里渲染？")).map(({ path }) => path)).toEqual(["src/render.py"]);
  });

  it("are found by Chinese words in comments and documents", async () => {
    const place = await project({ "说明.md": "# 借书规则\n\n每人最多借五本，逾期每天两角。\n" });
    expect((await place.asks("借书规则里逾期怎么算？")).map(({ path }) => path)).toEqual(["说明.md"]);
  });

  it("are none that an ignore file leaves out, that is a secret, or that leads out of the folder", async () => {
    const place = await project({
      ".gitignore": "generated/\n",
      "generated/session_cookie.py": signer,
      ".env": "SIGN_SESSION_COOKIE=1\n",
    });
    await place.put("../outside/session_cookie_sign.py", signer);
    await symlink(join(place.outer, "outside"), join(place.root, "linked"));
    expect(await place.asks(question)).toEqual([]);
  });

  it("are none in a small folder, nor where nothing of the question stands in a name or a definition", async () => {
    const small = await project({ "src/sessions.py": signer }, 10);
    expect(await small.asks(question)).toEqual([]);
    const other = await project({ "notes.txt": "we signed the session cookie\n" });
    expect(await other.asks("What is the capital of Australia?")).toEqual([]);
    expect(await other.asks("Why?")).toEqual([]);
  });

  it("puts tests behind what they test, unless they are asked for", async () => {
    const test = "def test_sign_session_cookie():\n    assert sign_session(cookie)\n";
    const place = await project({ "src/sessions.py": signer, "tests/test_session_cookie.py": test });
    expect((await place.asks(question))[0]?.path).toBe("src/sessions.py");
    expect((await place.asks("Which test signs the session cookie?"))[0]?.path).toBe(
      "tests/test_session_cookie.py",
    );
  });
});
