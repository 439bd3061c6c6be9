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

/** True if `name` is none of the tool's, and a part of the name of a parameter that is still lacking. */
export function isPartOfLacking(tool: OfferedTool, name: string, lacks: (name: string) => boolean): boolean {
  const names = Object.keys(tool.properties);
  const known = names.some((one) => bareName(one) === bareName(name) || isOtherName(name, one));
  return !known && names.some((one) => one.includes(name) && lacks(one));
}
