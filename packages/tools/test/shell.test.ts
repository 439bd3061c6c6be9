import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { describeMachine } from "../src/machine/describe-machine.ts";
import { commandEnvironment } from "../src/shell/command-environment.ts";
import { findShell } from "../src/shell/find-shell.ts";
import { labelCommand } from "../src/shell/label-command.ts";
import { terminalCodeStripper } from "../src/shell/strip-terminal-codes.ts";
import { workplace } from "./fixtures/workplace.ts";

describe("running a command", () => {
  it("answers with the exit code first, then both streams, and shows them live", async () => {
    const place = await workplace();
    expect(await place.run("shell", { command: "echo out; echo err >&2" })).toMatchObject({
      outcome: "ok",
      exitCode: 0,
      content: expect.stringMatching(/^exit code 0\n(out\nerr|err\nout)$/),
    });
    expect(place.shown.join("")).toContain("out\n");
    expect(await place.run("shell", { command: "exit 3" })).toEqual({
      outcome: "error",
      exitCode: 3,
      content: "exit code 3\n[no output]",
    });
    expect((await place.run("shell", { command: "kill -SEGV $$" })).content).toMatch(/^ended by SIGSEGV\n/);
  });

  it("is bash where there is one, because that is what models write", async (test) => {
    if (findShell() === "/bin/sh") return test.skip("there is no bash here");
    const place = await workplace();
    await place.put("env.sh", "MARK=set\n");
    const said = async (command: string) => (await place.run("shell", { command })).content;
    expect(await said("mkdir -p out/{a,b} && ls out")).toBe("exit code 0\na\nb");
    expect(await said("echo both &> log.txt; cat log.txt")).toBe("exit code 0\nboth");
    expect(await said("[[ -d out && 10 -gt 9 ]] && echo there")).toBe("exit code 0\nthere");
    expect(await said("source ./env.sh && echo $MARK")).toBe("exit code 0\nset");
    expect(await said("diff <(echo a) <(echo a) && echo same")).toBe("exit code 0\nsame");
    expect(await said(`list=(x y); cat <<<"\${#list[@]}"`)).toBe("exit code 0\n2");
    expect(await describeMachine(place.root)).toContain(", shell bash.");
  });

  it.each([
    ["sed -i s/8000/90/ app.ini", "[app.ini is unchanged]"],
    ["sed -E -i.bak 's/8000/90/' app.ini b.ini", "[app.ini, b.ini are unchanged]"],
    ["perl -pi -e s/8000/90/ app.ini && echo ok", "[app.ini is unchanged]"],
    ["sed -i s/80/90/ app.ini", undefined],
    ["sed -i s/81/90/ app.ini b.ini", undefined],
    ["sed s/8000/90/ app.ini >/dev/null", undefined],
    ["sed -i s/8000/90/ none.ini", undefined],
  ])("tells of a file that was to be edited in place and was not: %s", async (command, note) => {
    const place = await workplace();
    await place.put("app.ini", "port = 80\n");
    await place.put("b.ini", "port = 81\n");
    const { content } = await place.run("shell", { command });
    expect(content.split("\n").find((line) => line.includes("unchanged"))).toBe(note);
  });

  it("is sh where there is nothing else, and the model is told so", async () => {
    const place = await workplace({ shell: "/bin/sh" });
    expect((await place.run("shell", { command: "echo $0" })).content).toBe("exit code 0\n/bin/sh");
    expect(await describeMachine(place.root, [], "/bin/sh")).toContain(", shell sh.");
  });

  it("runs in the workspace, with nothing to read and a small environment", async () => {
    const secrets = {
      AWS_SECRET_ACCESS_KEY: "S3CRET",
      NODE_OPTIONS: "--S3CRET",
      LD_PRELOAD: "",
      LLAMA_ARG_TOOLS: "S3CRET",
    };
    const place = await workplace({
      environment: { ...secrets, HOME: "/home/u", LC_ALL: "C", PATH: process.env.PATH },
    });
    const { content } = await place.run("shell", { command: "pwd; env; read line || echo no input" });
    expect(content).toContain(`\n${place.root}\n`);
    expect(content).toContain("\nno input");
    expect(content).toMatch(/^HOME=\/home\/u$/m);
    expect(content).toMatch(/^PAGER=cat$/m);
    expect(content).not.toMatch(/S3CRET|AWS_|NODE_OPTIONS|LD_PRELOAD|LLAMA/);
  });

  it("ends what takes too long, and what the user stops", async () => {
    const place = await workplace();
    const late = await place.run("shell", { command: "echo begun; sleep 60", timeout: 1 });
    expect(late).toMatchObject({
      outcome: "error",
      content: expect.stringMatching(/^timed out after 1 s.*\nbegun$/),
    });
    const stopped = place.run("shell", { command: "echo begun; sleep 60" });
    place.cancel.abort();
    expect(await stopped).toMatchObject({ outcome: "error", exitCode: undefined });
  });

  it("relays a long output to a file that read can page through, and shows start, errors and end", async () => {
    const place = await workplace({}, 4000);
    const script = "seq 1 3000; echo 'src/a.c:7: error: no such kite'; seq 3001 9000; echo finished; exit 2";
    const result = await place.run("shell", { command: script });
    expect(result.content.length).toBeLessThanOrEqual(4000);
    expect(result.content).toMatch(/^exit code 2\n1\n2\n3\n/);
    expect(result.content).toContain(
      "\n[lines that look like errors]\n3001: src/a.c:7: error: no such kite\n[the end]\n",
    );
    expect(result.content).toMatch(/\n9000\nfinished$/);
    const whole = await readFile(result.spillFile ?? "", "utf8");
    expect(whole.split("\n").length).toBe(9003);
    const name = /read (relay:[\w-]+)\]/.exec(result.content)?.[1];
    const page = await place.run("read", { path: name, offset: 3001, limit: 2 });
    expect(page.content).toMatch(/^src\/a\.c:7: error: no such kite\n3001\n\[lines 3001-3002 of 9002;/);
    for (const path of ["relay:none-00000000", "relay:../token", "relay:"]) {
      expect((await place.run("read", { path })).outcome, path).toBe("error");
    }
    expect((await place.run("edit", { path: name, old: "1", new: "2" })).outcome).toBe("error");
  });

  it("keeps an output that just fits whole", async () => {
    const place = await workplace({}, 4000);
    const fits = await place.run("shell", { command: "head -c 4000 /dev/zero | tr '\\0' x" });
    expect(fits.spillFile).toBeUndefined();
    expect(fits.content).toBe(`exit code 0\n${"x".repeat(4000)}`);
    const over = await place.run("shell", { command: "head -c 4001 /dev/zero | tr '\\0' x" });
    expect(over.content).toMatch(/\[4,001 characters in 1 lines; all of it: read relay:/);
    expect(over.content.length).toBeLessThanOrEqual(4000);
  });

  it("ends a flood at 64 MiB without holding it in memory", async () => {
    const place = await workplace();
    const before = process.memoryUsage().rss;
    const result = await place.run("shell", { command: "yes kite" });
    expect(result.content).toMatch(/^ended: it wrote more than 64 MiB\. Write less\.\nkite\n/);
    expect(result.content.length).toBeLessThan(8200);
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 * 1024);
    expect(place.shown.join("").length).toBeLessThan(1024 * 1024);
  });

  it("says when there is no such shell", async () => {
    const place = await workplace({ shell: "/nowhere/sh" });
    expect((await place.run("shell", { command: "true" })).content).toMatch(
      /^The shell could not be started/,
    );
    expect((await place.run("shell", { command: " " })).content).toBe("The command is empty.");
  });
});

describe("the environment of a command", () => {
  it("finds no program of the workspace by its bare name", () => {
    const { PATH } = commandEnvironment({ PATH: ":.:bin:/w/app/bin:/usr/bin:/w/app-tools:" }, "/w/app");
    expect(PATH).toBe("/usr/bin:/w/app-tools");
    expect(commandEnvironment({}, "/w/app").PATH).toBe("/usr/local/bin:/usr/bin:/bin");
  });
});

describe("terminal codes", () => {
  it.each([
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007text\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "textlink"],
    ["10%\r50%\r100%\r\ndone\n", "100%\ndone\n"],
    ["a\u0008b\u0007c\u0000d\te", "abcd\te"],
    ["\u001b(B\u001b7x\u001b=", "x"],
    ["a\u001b[31", "a[31"],
    ["\u001b[9\u001b[1mx", "[9x"],
    ["a\r\r\u0007\nb\r", "a\nb\n"],
  ])("%j becomes %j, wherever a chunk ends", (raw, plain) => {
    const stripper = terminalCodeStripper();
    expect(stripper.take(raw) + stripper.rest()).toBe(plain);
    if (raw.includes("%")) return;
    for (let cut = 1; cut < raw.length; cut += 1) {
      const parts = terminalCodeStripper();
      expect(parts.take(raw.slice(0, cut)) + parts.take(raw.slice(cut)) + parts.rest()).toBe(plain);
    }
  });

  it.each([
    [["10%\r", "50%\r", "100%\r\ndone\n"], "10%\n50%\n100%\ndone\n"],
    [["10%", "\r50%", "\r90%\r100%", "\n"], "10%\n50%\n100%\n"],
    [["a\n", "\rb\r", "\r"], "a\nb\n"],
  ])("a redrawn line in the pieces %j keeps what was given out as a line: %j", (pieces, plain) => {
    const stripper = terminalCodeStripper();
    expect(pieces.map(stripper.take).join("") + stripper.rest()).toBe(plain);
  });

  it("lets what begins like a sequence through when no end comes", () => {
    const stripper = terminalCodeStripper();
    expect(stripper.take("\u001b]0;title")).toBe("");
    expect(stripper.take("x".repeat(4096))).toBe(`]0;title${"x".repeat(4096)}`);
  });
});

describe("the label of a command", () => {
  it.each([
    ["ls -la", "execute"],
    ["npm test", "execute"],
    ["npm i left-pad", "external"],
    ["grep -i x f", "execute"],
    ["sed -i s/a/b/ f", "destructive"],
    ["make 2>/dev/null >/dev/null", "execute"],
    ["rm  -rf build", "destructive"],
    ["r''m x", "destructive"],
    ["r\\m x", "destructive"],
    ["/bin/rm x", "destructive"],
    ["sh -c 'rm x'", "destructive"],
    ["find . -name x -delete", "destructive"],
    ["git reset --hard", "destructive"],
    ["git clean -fdx", "destructive"],
    ["echo x > file", "destructive"],
    ["echo x 2>&1", "execute"],
    ["echo $(curl evil)", "external"],
    ["cat </dev/tcp/host/80", "external"],
    ["git push", "external"],
    ["python3 -c 'import urllib; urllib.x(\"https://evil\")'", "external"],
    ["grep -rn kite src", "execute"],
  ])("%j: %s", async (command, risk) => expect((await labelCommand(command)).risk).toBe(risk));

  it.each([
    "$'rm' x",
    "$'\\x72\\u006d' x",
    "$'\\162m' x",
    "coproc rm x",
    "cat <(rm x)",
    "tee >(rm x)",
    "r\\m x",
  ])("hears what only bash would run: %s", async (command) =>
    expect((await labelCommand(command)).reasons).toContain("may_destroy"),
  );

  it("tells a redirection that overwrites from one that makes a new file or appends", async () => {
    const place = await workplace();
    await place.put("old.txt", "precious\n");
    await place.put("sub/old.txt", "precious\n");
    const risk = async (command: string) => (await place.assess("shell", { command })).risk;
    for (const harmless of ["make > new.txt", "make >> old.txt", "make > sub/new.txt 2>&1", 'make > "a b"'])
      expect({ harmless, risk: await risk(harmless) }).toEqual({ harmless, risk: "execute" });
    for (const grave of [
      "make > old.txt",
      "make &> sub/old.txt",
      "make >| 'old.txt'",
      "make > o''ld.txt",
      "make > new.txt > old.txt",
      "cd sub && make > new.txt",
      "make > ../new.txt",
      "make >> ../new.txt",
      "make > $new",
      "make > sub",
      "make <> old.txt",
    ])
      expect({ grave, risk: await risk(grave) }).toEqual({ grave, risk: "destructive" });
  });

  it("always says that it runs a command, and gives every reason", async () => {
    expect((await labelCommand("curl x; rm y")).reasons).toEqual([
      "runs_command",
      "may_destroy",
      "may_reach_network",
    ]);
    expect((await labelCommand("true")).reasons).toEqual(["runs_command"]);
  });

  it.each([
    ["cp a.txt .envrc", "protected_path"],
    ["mkdir -p .vscode", "protected_path"],
    ["git log --output=.git/config --format=x", "protected_path"],
    ['cp a.txt ."git"/hooks/post-checkout', "protected_path"],
    ["x=Makefile; cp a.txt $x", "protected_path"],
    ["python3 show.py .env", "reads_secret"],
    ["cp key .\u00dfh/authorized_keys", "protected_path"],
    ["nice \u017fudo true", "may_destroy"],
    ["cat <.env | wc -l", "reads_secret"],
  ])("%j asks each time: %s", async (command, reason) => {
    expect((await labelCommand(command)).reasons).toContain(reason);
  });

  it("takes a line of very many names to name every place", async () => {
    const names = Array.from({ length: 600 }, (_, at) => `f${at}`).join(" ");
    expect((await labelCommand(`touch ${names}`)).reasons).toContain("protected_path");
    expect((await labelCommand("touch f1 f2")).reasons).not.toContain("protected_path");
  });
});
