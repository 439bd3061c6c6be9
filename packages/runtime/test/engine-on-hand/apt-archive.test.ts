import { describe, expect, it } from "vitest";
import { downloadBytes, keyringOf, mainArchives } from "../../src/engine-on-hand/apt-archive.ts";

describe("what apt says about this machine", () => {
  it("takes the main archives, each once, and passes over security, updates and discs", () => {
    const answer = [
      "cdrom:[disc]/\ttrixie\t/etc/apt/sources.list:1",
      "http://mirror.test/security/\ttrixie-security\t/etc/apt/sources.list:2",
      "http://mirror.test/debian/\ttrixie\t/etc/apt/sources.list.d/debian.sources:1",
      "http://mirror.test/debian/\ttrixie\t/etc/apt/sources.list.d/debian.sources:1",
      "http://mirror.test/debian/\ttrixie-updates\t/etc/apt/sources.list.d/debian.sources:1",
      "http://other.test/apt/\tstable\t/etc/apt/sources.list.d/other.list:3",
    ].join("\n");
    expect(mainArchives(answer)).toEqual([
      { uri: "http://mirror.test/debian/", entry: "/etc/apt/sources.list.d/debian.sources:1" },
      { uri: "http://other.test/apt/", entry: "/etc/apt/sources.list.d/other.list:3" },
    ]);
  });

  it("finds none where apt has none", () => {
    expect(mainArchives("")).toEqual([]);
  });

  it("reads the keyring from both forms of a sources file", () => {
    expect(keyringOf("deb [arch=amd64 signed-by=/keys/a.gpg] http://mirror.test/debian trixie main")).toBe(
      "/keys/a.gpg",
    );
    expect(keyringOf("Types: deb\nSuites: trixie\nSigned-By: /keys/b.pgp\n")).toBe("/keys/b.pgp");
  });

  it("names no keyring for a commented line or a key inside the file", () => {
    expect(keyringOf("# deb [signed-by=/keys/a.gpg] http://mirror.test/debian trixie main")).toBeUndefined();
    expect(keyringOf("Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n")).toBeUndefined();
  });

  it("adds up what a download will take", () => {
    const uris =
      "'http://mirror.test/a.deb' a.deb 1000 SHA256:00\n'http://mirror.test/b.deb' b_1%3a2.deb 234 SHA256:11\n";
    expect(downloadBytes(uris)).toBe(1234);
  });
});
