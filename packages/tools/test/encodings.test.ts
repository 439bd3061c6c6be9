import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodedText, fileText } from "../src/encoding/file-text.ts";
import { legacyEncodings } from "../src/encoding/legacy-encodings.ts";
import { workplace } from "./fixtures/workplace.ts";

/** What a file holds, the bytes of an encoder that is not ours (iconv-lite 0.7.3), a word of it, another in its place, and its name. */
const files = [
  [
    "# 配置文件\nname = 测试 # 默认值\n",
    "IyDF5NbDzsS8/gpuYW1lID0gsuLK1CAjIMSsyM/WtQo=",
    "测试",
    "演示",
    "GBK",
  ],
  [
    "// 設定を読み込む\nname = テスト\n",
    "Ly8gkN2S6ILwk8eC3Y2egt4KbmFtZSA9IINlg1iDZwo=",
    "テスト",
    "例",
    "CP932",
  ],
  [
    "// 註解：這個函數計算兩個數的和\n",
    "Ly8gtfm40aFHs2+t06jnvMatcLriqOKt07zGqrqpTQo=",
    "註解",
    "說明",
    "BIG5",
  ],
  [
    "# 설정을 읽어 오는 함수\n변수를 초기화한다\n",
    "IyC8s8GkwLsgwNC+7iC/wLTCIMfUvPYKuq+89rimIMPKseLIrcfRtNkK",
    ...["함수", "값", "CP949"],
  ],
  ["// 初期化処理を行う\n", "Ly8gvem0/LK9vejN/aTyudSkpgo=", "初期化", "終了", "EUC-JP"],
  [
    "// Инициализация переменных\nint x;\n",
    "Ly8gyO3o9ujg6+jn4Pbo/yDv5fDl7OXt7fv1CmludCB4Owo=",
    ...["переменных", "полей", "WINDOWS-1251"],
  ],
  ["Привет, мир\n", "8NLJ18XULCDNydIK", "мир", "все", "KOI8-R"],
  ["// Größe und “Länge” in €\n", "Ly8gR3L232UgdW5kIJNM5G5nZZQgaW4ggAo=", "Größe", "Höhe", "WINDOWS-1252"],
] as const;

describe("a file in an encoding of before Unicode", () => {
  it.each(files)("is read decoded and written back in kind: %j", async (text, base64, word, other, name) => {
    const place = await workplace();
    await place.put("old.txt", Buffer.from(base64, "base64"));
    const read = await place.run("read", { path: "old.txt" });
    const note = `[${name} text, decoded; edit and write keep it ${name}]`;
    expect(read).toMatchObject({ outcome: "ok", content: `${text.trimEnd()}\n${note}` });

    const edited = await place.run("edit", { path: "old.txt", old: word, new: other });
    expect(edited).toMatchObject({ outcome: "ok", content: expect.not.stringContaining("guess") });
    expect(edited.changes?.[0]?.diff).toContain(other);
    const bytes = await readFile(join(place.root, "old.txt"));
    expect(fileText(bytes)?.text).toBe(text.replace(word, other));
    expect(bytes.includes(Buffer.from(other))).toBe(false);

    expect(await place.run("edit", { path: "old.txt", old: other, new: word })).toMatchObject({
      outcome: "ok",
    });
    expect((await readFile(join(place.root, "old.txt"))).toString("base64")).toBe(base64);
    await place.run("write", { path: "old.txt", content: text + text });
    const twice = Buffer.concat([Buffer.from(base64, "base64"), Buffer.from(base64, "base64")]);
    expect(await readFile(join(place.root, "old.txt"))).toEqual(twice);
  });

  it("is left as it is where a new character has no place in it", async () => {
    const place = await workplace();
    const bytes = Buffer.from(files[0][1], "base64");
    await place.put("old.txt", bytes);
    await place.run("read", { path: "old.txt" });
    const refused = await place.run("edit", { path: "old.txt", old: "测试", new: "测试 😀" });
    expect(refused.outcome).toBe("error");
    expect(refused.content).toMatch(
      /old\.txt is GBK text, which has no 😀 \(U\+1F600\).*iconv -f GBK -t UTF-8/,
    );
    expect(await readFile(join(place.root, "old.txt"))).toEqual(bytes);
  });

  it("is said to be a guess where it is one, before and after", async () => {
    const place = await workplace();
    await place.put("short.txt", Buffer.from("vMs=", "base64"));
    const { content } = await place.run("read", { path: "short.txt" });
    expect(content).toMatch(/\[probably [\w-]+ text; if the words make no sense, .*iconv/);
    const ascii = await place.run("edit", { path: "short.txt", old: content.slice(0, 1), new: "" });
    expect(ascii.outcome).toBe("ok");
  });

  it("keeps UTF-16 with its mark and its byte order, and without one", async () => {
    const place = await workplace();
    const text = "name = one\r\n名 = 二\r\n";
    const little = Buffer.from(text, "utf16le");
    const written = {
      "little.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      "big.txt": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()]),
      "bare.txt": little,
    };
    for (const [name, bytes] of Object.entries(written)) {
      await writeFile(join(place.root, name), bytes);
      const kind = name === "big.txt" ? "UTF-16BE" : "UTF-16LE";
      expect((await place.run("read", { path: name })).content).toBe(
        `name = one\n名 = 二\n[${kind} text, decoded; edit and write keep it ${kind}]`,
      );
      await place.run("edit", { path: name, old: "one", new: "eins" });
      const changed = await readFile(join(place.root, name));
      expect(changed.length).toBe(bytes.length + 2);
      await place.run("edit", { path: name, old: "eins", new: "one" });
      expect(await readFile(join(place.root, name))).toEqual(bytes);
    }
  });

  it("keeps the byte order mark of UTF-8 when the whole file is written anew", async () => {
    const place = await workplace();
    await place.put("marked.txt", "\ufeffone\n");
    await place.run("read", { path: "marked.txt" });
    await place.run("write", { path: "marked.txt", content: "two\n" });
    expect(await place.text("marked.txt")).toBe("\ufefftwo\n");
  });

  it("is not taken for one where it is damaged UTF-8, or no text", async () => {
    const place = await workplace();
    const text = Buffer.from("好的，这是一个文件。\n");
    await place.put("cut.txt", Buffer.concat([text, text.subarray(0, 5)]));
    await place.put("sound.raw", Buffer.from([0x10, 0, 0x20, 0, 0, 0x30, 0, 0x40]));
    expect((await place.run("read", { path: "cut.txt" })).content).toContain("not valid UTF-8");
    expect((await place.run("edit", { path: "cut.txt", old: "好的", new: "好" })).content).toContain(
      "not UTF-8",
    );
    expect((await place.run("read", { path: "sound.raw" })).content).toContain("is binary");
  });

  it("is shown decoded where it is too large to be taken whole", async () => {
    const place = await workplace();
    const line = Buffer.from(files[0][1], "base64");
    await place.put("large.txt", Buffer.concat(Array.from({ length: 200_000 }, () => line)));
    const { content } = await place.run("read", { path: "large.txt", limit: 2 });
    expect(content).toMatch(/^# 配置文件\nname = 测试 # 默认值\n\[lines 1-2 of a .*\]\n\[GBK text/);
  });
});

describe("the tables of encodings", () => {
  it.each(legacyEncodings)("write every character that they read: %s", (encoding) => {
    const lost: string[] = [];
    for (let first = 0x81; first <= 0xfe; first += 1)
      for (let second = 0xa1; second <= 0xfe; second += 1) {
        const read = new TextDecoder(encoding).decode(Uint8Array.of(first, second));
        if (/[\ufffd\u0080-\u009f\p{Co}]/u.test(read) || [...read].length > 2) continue;
        const written = encodedText(read, { encoding, mark: false });
        if ("missing" in written) lost.push(read);
      }
    expect(lost).toEqual([]);
  });
});
