import { redactSecrets } from "@kestrel/text";

/** Variables that hold a secret by their name; shorter values are words and switches. */
const secretName = /KEY|TOKEN|SECRET|PASSW/i;
const shortest = 8;

/** A text for a terminal or a file: it shows no key, and none of those in this program's own environment. */
export function withoutSecrets(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const known = Object.entries(environment).flatMap(([name, value = ""]) =>
    secretName.test(name) && value.length >= shortest ? [value] : [],
  );
  return redactSecrets(text, known);
}
