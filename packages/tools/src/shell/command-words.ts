/** Bare words: quotes and backslashes taken out (`r''m` is rm), split where a shell splits. */
export function commandWords(command: string): string[] {
  const joined = command.replace(/\\\r?\n/g, "");
  const unquoted = [joined.replace(/['"\\]/g, ""), joined.replace(/['"]/g, " ")];
  return unquoted.flatMap((text) => text.split(/[\s;|&()<>{}$`=,[\]]+/).filter(Boolean));
}
