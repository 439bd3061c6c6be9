/** Saves a text as a download. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has read its bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
