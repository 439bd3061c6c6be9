import { describe, expect, it } from "vitest";
import { repairArguments } from "../src/index.ts";
import { argumentCases, schemaNamed, schemaOf } from "./argument-cases.ts";

describe.each(argumentCases)("arguments as models write them: %s", (_trouble, cases) => {
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))("%s", (_name, one) => {
    const repaired = repairArguments(one.input.text, schemaOf(one));
    if (one.expected.ok) expect(repaired).toEqual(one.expected);
    else expect(repaired.ok).toBe(false);
  });
});

describe("an object of arguments in a call or a code span", () => {
  const mail = (text: string) => repairArguments(text, schemaNamed("mail"));

  it.each(['send_mail({"to":"ann"})', 'mail.send ({"to":"ann"});', '`{"to":"ann"}`', '`{"to":"ann"}'])(
    "is read: %s",
    (text) => expect(mail(text)).toEqual({ ok: true, value: { to: "ann" } }),
  );

  it.each([
    'send_mail({"to":"ann"}, "bob")',
    'send_mail({"to":"ann"}, {"to":"bob"})',
    'send_mail({"to":"ann"}); send_mail({"to":"bob"})',
    'send_mail({"to":"ann"}).then(say)',
    'send_mail({"to":"ann',
    '`{"to":"ann"}` or `{"to":"bob"}`',
    `{"to":"ann"}${"`".repeat(300)}x`,
  ])("is refused where more stands there, or less: %s", (text) => expect(mail(text).ok).toBe(false));
});

describe("the error about arguments", () => {
  it("says in four parts what is wrong", () => {
    const repaired = repairArguments('{"path":"a","mode":"ro"}', schemaNamed("file"));
    const error = repaired.ok ? "" : repaired.error;
    expect(error.split("\n").map((line) => line.split(":")[0])).toEqual([
      "Rejected",
      "Expected",
      "Got",
      "Try",
    ]);
    expect(error).toContain("read-only");
  });

  it("quotes at most 200 characters of what it got", () => {
    const repaired = repairArguments(
      `{"limit": ${JSON.stringify("😀".repeat(5000))}, "path": "a"}`,
      schemaNamed("file"),
    );
    const got = repaired.ok ? "" : (/^Got: (.*)$/m.exec(repaired.error)?.[1] ?? "");
    expect([...got].length).toBeGreaterThan(100);
    expect([...got].length).toBeLessThanOrEqual(201);
  });

  const hints: [text: string, schema: string, reason: string, hint: string][] = [
    ['{"subject":"x"}', "mail", "/to is missing", 'give "to"'],
    ["5", "mail", "the arguments must be object", "one JSON object"],
    [
      '{"path":"a","mode":"ro"}',
      "file",
      "/mode is not one of the allowed values",
      "one of the listed values",
    ],
    ['{"to":"a","copies":"many"}', "mail", "/copies must be integer", '"copies" as expected'],
    ['{"steps":[1,"x"]}', "logo", "/steps/1 must be integer", '"1" as expected'],
    ['{"to":"ann","to":"bob"}', "mail", 'give "to" twice', "valid JSON"],
    ['{"to":"ann', "mail", "end in the middle of a value", "valid JSON"],
    ["", "mail", "are empty", "valid JSON"],
    ['{"to":"a"}{"to":"b"}', "mail", "contain two different objects", "valid JSON"],
    [
      '{"arguments":{"to":"a"},"input":{"to":"b"}}',
      "mail",
      "come in two different versions",
      "one JSON object",
    ],
  ];

  it.each(hints)("names the reason and the way out for %s", (text, name, reason, hint) => {
    const repaired = repairArguments(text, schemaNamed(name));
    const lines = repaired.ok ? [] : repaired.error.split("\n");
    expect(lines[0]).toContain(reason);
    expect(lines.at(-1)).toContain(hint);
  });
});
