import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeCertificate, makeKey } from "@kestrel/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const listen = `listen = "127.0.0.2:0"\n`;

async function given(remote: string) {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const config = `[model]\nurl = "${server.url}"\n\n[remote]\n${remote}`;
  const home = await kestrelHome({ config });
  return {
    home,
    asks: (...words: string[]) => kestrel(home, words, { input: "" }),
    reconfigures: (text: string) =>
      writeFile(join(home.dataFolder, "config", "config.toml"), config.replace(remote, text)),
  };
}

type Pairing = {
  code: string;
  link: string;
  remote: { url: string; pin: string; fingerprint: string; expiresAt: string };
};

// Other systems have no 127.0.0.2.
describe.skipIf(process.platform !== "linux")("other devices", () => {
  it("pair with a code of the terminal and use the API with curl, which pins certificate or key", async () => {
    const { home, asks } = await given(listen);
    const { code, remote } = JSON.parse((await asks("tokens", "pair", "phone", "--json")).out) as Pairing;
    const certificate = join(home.dataFolder, "remote-certificate.pem");
    for (const name of ["remote-certificate.pem", "remote-key.pem"])
      expect((await stat(join(home.dataFolder, name))).mode & 0o777).toBe(0o600);
    const login = await curl(
      ...["--cacert", certificate, `${remote.url}/api/v1/login`],
      ...["--json", JSON.stringify({ code })],
    );
    const { token } = JSON.parse(login) as { token: string };
    const bearer = ["-H", `Authorization: Bearer ${token}`];
    const pinned = ["-k", "--pinnedpubkey", remote.pin, ...bearer, `${remote.url}/api/v1/sessions`];
    expect(JSON.parse(await curl(...pinned))).toEqual({ sessions: [] });
    await expect(curl(...bearer, `${remote.url}/healthz`)).rejects.toMatchObject({ code: 60 });
    const other = `sha256//${"A".repeat(43)}=`;
    await expect(curl("-k", "--pinnedpubkey", other, `${remote.url}/healthz`)).rejects.toMatchObject({
      code: 90,
    });
    const listed = await asks("tokens");
    expect(listed.out).toMatch(/phone +full/);
    expect((await asks("status")).out).toContain(`Other devices: ${remote.url}, certificate SHA-256`);
    const id = listed.out.split(" ")[0] ?? "";
    expect((await asks("tokens", "revoke", id)).code).toBe(0);
    expect(await curl("-w", "%{http_code}", "-o", join(home.workspace, "out"), ...pinned)).toBe("401");
    const doctor = await asks("doctor", "--json");
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; level: string }[] };
    expect(findings).toContainEqual(expect.objectContaining({ check: "remote", level: "ok" }));
  });

  it("see the same certificate after a restart, and the same key where its names changed", async () => {
    const { home, asks, reconfigures } = await given(listen);
    const pairs = async () =>
      (JSON.parse((await asks("tokens", "pair", "phone", "--json")).out) as Pairing).remote;
    const first = await pairs();
    await asks("stop");
    const second = await pairs();
    expect([second.fingerprint, second.pin]).toEqual([first.fingerprint, first.pin]);
    await asks("stop");
    await reconfigures(`${listen}names = ["desk.lan"]\n`);
    const third = await pairs();
    expect(third.pin).toBe(first.pin);
    expect(third.fingerprint).not.toBe(first.fingerprint);
    await asks("stop");
    // Half of a file is no reason to keep them out.
    await writeFile(join(home.dataFolder, "remote-key.pem"), "-----BEGIN");
    expect((await pairs()).pin).not.toBe(first.pin);
  });

  it("see a new certificate for the same key when the old one is near its end, which doctor tells", async () => {
    const { home, asks } = await given(listen);
    const key = makeKey();
    const madeAt = new Date(Date.now() - 800 * 86_400_000);
    const old = await makeCertificate(key, ["127.0.0.2"], madeAt);
    await writeFile(join(home.dataFolder, "remote-key.pem"), key, { mode: 0o600 });
    await writeFile(join(home.dataFolder, "remote-certificate.pem"), old, { mode: 0o600 });
    const { findings } = JSON.parse((await asks("doctor", "--json")).out) as { findings: object[] };
    expect(findings).toContainEqual(
      expect.objectContaining({ check: "remote", level: "warn", fix: expect.stringContaining("restart") }),
    );
    const { remote } = JSON.parse((await asks("tokens", "pair", "phone", "--json")).out) as Pairing;
    expect(remote.fingerprint).not.toBe(new X509Certificate(old).fingerprint256);
    const kept = await readFile(join(home.dataFolder, "remote-key.pem"), "utf8");
    expect(kept).toBe(key);
    expect(Date.parse(remote.expiresAt) - Date.now()).toBeGreaterThan(800 * 86_400_000);
  });

  it("are shown the person's own certificate", async () => {
    const made = await given(listen);
    await made.asks("tokens", "pair", "phone");
    const [certificate, key] = ["remote-certificate.pem", "remote-key.pem"].map((name) =>
      join(made.home.dataFolder, name),
    );
    const { asks, home } = await given(`${listen}certificate = "${certificate}"\nkey = "${key}"\n`);
    const { remote } = JSON.parse((await asks("tokens", "pair", "phone", "--json")).out) as Pairing;
    expect(await curl("--cacert", certificate ?? "", `${remote.url}/healthz`)).toBe('{"ok":true}');
    await expect(readFile(join(home.dataFolder, "remote-key.pem"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("reach nothing where the settings do not say so: the reason and the way by ssh are told", async () => {
    const { asks } = await given("");
    const refused = await asks("tokens", "pair", "phone");
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(
      /Kestrel accepts connections from this machine only\..*`ssh -N -L (\d+):127\.0\.0\.1:\1 /s,
    );
    const flag = await asks("serve", "--host", "0.0.0.0");
    expect(flag).toMatchObject({ code: 2, err: expect.stringContaining("ssh -N -L PORT:127.0.0.1:PORT") });
  });

  it.each(["0.0.0.0:7443", "[::]:7443", "desk.lan:7443", "192.168.1.5", "192.168.1.5:70000", "127.1:7443"])(
    "are not let in at %s",
    async (address) => {
      const { asks } = await given(`listen = "${address}"\n`);
      const { code, err } = await asks("serve");
      expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("not 0.0.0.0 or [::]") });
    },
  );

  it("cannot come where the address is no longer this machine's, and nobody else is kept out", async () => {
    const { asks } = await given(`listen = "192.0.2.1:7443"\n`);
    const ran = await asks("run", "hello");
    expect(ran).toMatchObject({ code: 0, out: "Yes.\n" });
    expect(ran.err).toContain("Other devices cannot reach Kestrel at 192.0.2.1:7443: EADDRNOTAVAIL.");
    const { out } = await asks("doctor");
    expect(out).toContain("FAIL other devices cannot connect to 192.0.2.1:7443: EADDRNOTAVAIL");
  });
});

/** Its output; rejects with its exit code. */
async function curl(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("curl", ["-sS", "--max-time", "20", ...words]);
  return stdout;
}
