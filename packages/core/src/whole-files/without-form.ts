import { parseJson } from "@kestrel/text";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { formBehind } from "./known-files.ts";

/** A `write` without the parts of the form that small models copy: its sentence at the end, the file's name as first line. */
export function withoutForm(call: LandedToolCall): LandedToolCall {
  if (call.tool !== "write" || call.rejected) return call;
  const given = parseJson(call.arguments) as { path: string; content: string };
  const [first, ...rest] = given.content.replace(formBehind, "\n").split("\n");
  const content =
    first?.trim() === given.path && rest.length > 0 ? rest.join("\n") : [first, ...rest].join("\n");
  return content === given.content
    ? call
    : {
        ...call,
        arguments: JSON.stringify({ ...given, content }),
        recovered: call.recovered ?? "whole_file",
      };
}
