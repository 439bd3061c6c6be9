/** How the file of a loadout that was built ends. */
export const builtEnding = ".loadout.json";

export function isBuilt(file: string): boolean {
  return file.endsWith(builtEnding);
}
