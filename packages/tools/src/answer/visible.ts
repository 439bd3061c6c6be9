const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is made visible
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A name as it may be shown: control, direction and invisible characters are spelled out, so that no name lies about itself. */
export function visible(name: string): string {
  return name.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}
