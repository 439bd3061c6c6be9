/** The file extension of a built loadout. */
export const builtEnding = ".loadout.json";

export function isBuilt(file: string): boolean {
  return file.endsWith(builtEnding);
}
