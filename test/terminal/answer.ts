import type { TmuxScreen } from "./tmux-screen.ts";

/** Answers the question that stands on the screen, as a person would: waits until it may be answered, turns to it, presses the key. */
export async function answer(screen: TmuxScreen, key: "a" | "s" | "d"): Promise<void> {
  await screen.shows(/Tab to answer\n\S+( ›)?$/m);
  await screen.press("Tab");
  await screen.shows(/^y allow once.*\n(?:.* n deny .*\n)?answer ›$/m);
  await screen.press(key);
}
