import { completions } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { InputHistory } from "../../src/repl/input-history.ts";
import { LineChoices } from "../../src/repl/line-choices.ts";
import type { SurfaceEvents } from "../../src/repl/surface.ts";
import { LineEditor } from "../../src/terminal/line-editor.ts";

const size = { columns: 80, rows: 24 };
const say = await speaker("en");

/** A line at a terminal, on a daemon that lists its paths when the test says so. */
function line({ asks = false }: { asks?: boolean } = {}) {
  const editor = new LineEditor();
  const entered: string[] = [];
  let list = (_: readonly string[]) => {};
  const paths = new Promise<readonly string[]>((resolve) => {
    list = resolve;
  });
  const events = {
    complete: (text: string) => completions(text),
    helpFor: () => undefined,
    paths: () => paths,
  } as Partial<SurfaceEvents> as SurfaceEvents;
  const enter = () => {
    entered.push(editor.text);
    editor.set("");
  };
  const choices = new LineChoices({
    ...{ say, editor, enter, paint: (_, text) => text, history: new InputHistory(() => "") },
    ...{ events: () => events, asks: () => asks, changed: () => undefined },
  });
  const press = (name: string) => {
    choices.next(name);
    if (!choices.key(name) && name === "enter") enter();
    choices.offer(name);
  };
  const type = (text: string) => {
    choices.next("");
    editor.insert(text);
    choices.offer();
  };
  return { choices, editor, entered, list, paths, press, type };
}

it.each([false, true])(
  "Enter takes the command that a menu would choose (a question is open: %s)",
  (asks) => {
    const { entered, press, type, editor } = line({ asks });
    type("/sta");
    press("enter");
    expect(entered).toEqual(["/status"]);
    type("/mo");
    press("enter");
    expect(editor.text).toBe("/mode ");
  },
);

it("Enter leaves what stands there where the user closed the choices", () => {
  const { entered, press, type } = line();
  type("/sta");
  press("escape");
  press("enter");
  expect(entered).toEqual(["/sta"]);
});

it("Enter waits for the paths of an @ that were not there yet, and takes the best one", async () => {
  const { editor, entered, list, paths, press, type } = line();
  type("look at @mod3");
  press("enter");
  list(["src/mod1.py", "src/mod3.py"]);
  await paths;
  await expect.poll(() => editor.text).toBe("look at src/mod3.py ");
  expect(entered).toEqual([]);
  press("enter");
  expect(entered).toEqual(["look at src/mod3.py "]);
  type("and @src/mod1.py");
  press("enter");
  expect(entered.at(-1)).toBe("and src/mod1.py ");
});

it("an @ that names no file is sent as it stands, also when a further key comes before the paths", async () => {
  const { entered, list, press, type, editor } = line();
  type("ping @nobody-of-this-name");
  press("enter");
  expect(entered).toEqual([]);
  type("next");
  expect(entered).toEqual(["ping @nobody-of-this-name"]);
  expect(editor.text).toBe("next");
  const second = line();
  second.type("ping @nobody-of-this-name");
  second.press("enter");
  second.list(["src/mod1.py"]);
  await expect.poll(() => second.entered).toEqual(["ping @nobody-of-this-name"]);
  list([]);
});

it("shows ten choices where the terminal has the rows, and counts the others", () => {
  const { choices, type, press } = line();
  type("/");
  const rows = choices.rows(size);
  expect(rows.slice(0, 11).map((row) => row.trim())).toEqual([
    "▸ /help",
    ..."/new /resume /mode /model /loadout /sampling /system /context /compact".split(" "),
    `… ${completions("/").length - 10} more`,
  ]);
  expect(choices.rows({ ...size, rows: 16 })).toHaveLength(6);
  press("up");
  expect(choices.rows(size).some((row) => row.includes("more"))).toBe(false);
});

it("offers files on every line, for an @ that came with its letters", async () => {
  const { choices, list, paths, type } = line();
  type("first\n@mod");
  list(["src/mod1.py"]);
  await paths;
  await expect.poll(() => choices.rows(size).join("\n")).toContain("▸ src/mod1.py");
});
