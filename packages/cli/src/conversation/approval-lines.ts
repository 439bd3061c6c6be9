import type { ToolEntry } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import { describeCall } from "./describe-call.ts";
import { diffLines } from "./diff-lines.ts";
import { visible } from "./visible.ts";

/** What a call wants, whole: nothing is cut, because the answer is about exactly this. */
export function approvalLines(call: ToolEntry, say: Say, paint: Paint): string[] {
  const { approval } = call;
  const reasons = (approval?.reasons ?? []).map((reason) => say(`reason.${reason}`)).join(", ");
  const grave = approval?.risk === "destructive" || approval?.risk === "external";
  const title = `${paint("yellow", "?")} ${paint("bold", describeCall(call))}`;
  const why = reasons === "" ? "" : `  ${paint(grave ? "red" : "dim", reasons)}`;
  return [`${title}${why}`, ...detailLines(call, paint)];
}

function detailLines(call: ToolEntry, paint: Paint): string[] {
  const { preview } = call.approval ?? {};
  if (preview) return diffLines(preview.diff, paint);
  const command = call.tool === "shell" ? commandIn(call.arguments) : undefined;
  if (command === undefined) return indented(visible(call.arguments));
  return command.includes("\n") || command.length > 120 ? indented(visible(command)) : [];
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${line}`);
}

function commandIn(argumentText: string): string | undefined {
  const { command } = JSON.parse(argumentText) as { command?: unknown };
  return typeof command === "string" ? command : undefined;
}
