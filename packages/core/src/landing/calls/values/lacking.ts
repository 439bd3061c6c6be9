import { bareName, isOtherName } from "../../arguments/parameter-names.ts";
import type { Field } from "../call-candidate.ts";
import type { OfferedTool } from "../tool-index.ts";

/** True for the name, or another name, of a parameter that `tool` has and `fields` do not give yet. */
export function isLacking(tool: OfferedTool, fields: Field[], name: string): boolean {
  return Object.keys(tool.properties).some(
    (parameter) =>
      (bareName(parameter) === bareName(name) || isOtherName(name, parameter)) &&
      !fields.some((field) => field.name === parameter || field.name === name),
  );
}
