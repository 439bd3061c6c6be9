import { emitKeypressEvents } from "node:readline";

/** One key of a person at this terminal: a letter in small, or `ctrl+c`. Undefined when `cancel` fires first. */
export function readKey(cancel: AbortSignal): Promise<string | undefined> {
  const { stdin } = process;
  return new Promise((resolve) => {
    if (cancel.aborted) return resolve(undefined);
    const done = (key: string | undefined) => {
      stdin.off("keypress", onKey);
      cancel.removeEventListener("abort", onCancel);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const onCancel = () => done(undefined);
    const onKey = (text: string | undefined, { ctrl, name }: { ctrl?: boolean; name?: string }) => {
      if (ctrl && name === "c") done("ctrl+c");
      else if (text !== undefined && text !== "") done(text.toLowerCase());
    };
    emitKeypressEvents(stdin);
    stdin.setRawMode(true);
    stdin.on("keypress", onKey);
    cancel.addEventListener("abort", onCancel);
    stdin.resume();
  });
}
