/** All that a template without placeholders may stand for, the longest first where parts may be left out. */
export function spellings(template: string): string[] {
  const part = /[⟨⟦]([^⟨⟦⟩⟧]*)[⟩⟧]/.exec(template);
  if (!part) return [template];
  const choices = (part[1] ?? "").split("¦");
  const all = part[0].startsWith("⟨") ? [...choices, ""] : choices;
  return all.flatMap((one) => spellings(template.replace(part[0], one)));
}

/** A template as plain text up to its first placeholder: with what may be left out of it, and without. */
export function literals(template: string): string[] {
  const all = spellings(template).map((one) => (one.split(/[{^]/)[0] ?? "").replaceAll(/[ \n]/g, ""));
  return [...new Set(all.map(comparable))].filter((one) => one.length > 2);
}

/** A text as marks are compared: in lower case, with one sign for all bars. */
export function comparable(text: string): string {
  return text.replaceAll("|", "｜").toLowerCase();
}
