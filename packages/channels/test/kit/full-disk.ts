import { type FileHandle, open } from "node:fs/promises";
import { onTestFinished } from "vitest";

/** What is appended to a file fails as on a full disk, half of it written, where `fails` says so. The handles of all files have one prototype. */
export async function fullDisk(fails: (text: string) => boolean): Promise<void> {
  const some = await open(new URL(import.meta.url));
  const handles = Object.getPrototypeOf(some) as Pick<FileHandle, "appendFile">;
  await some.close();
  const { appendFile } = handles;
  onTestFinished(() => void Object.assign(handles, { appendFile }));
  handles.appendFile = async function (this: FileHandle, text: string) {
    if (!fails(text)) return appendFile.call(this, text);
    await appendFile.call(this, text.slice(0, text.length / 2));
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
}
