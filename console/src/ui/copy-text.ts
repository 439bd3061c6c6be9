/** Copies text. An insecure context has no clipboard API, so a hidden field is used there. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed opacity-0";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
