import type { TestDaemon } from "../daemon/start-daemon.ts";
import { homeIn, type KestrelHome } from "./kestrel-home.ts";
import { type TmuxScreen, tmuxScreen } from "./tmux-screen.ts";

/** The figures that stand after every turn. */
export const afterTurn = /ctx \S+\/8k \(\d+%\) · reused [\d,]+ of [\d,]+ · \d+ tok\/s/;

/** A terminal that began its own Kestrel, on the home's model or as other words name one, once it says which model answers. */
export async function screenAlone(
  home: KestrelHome,
  words: readonly string[] = ["--model", home.model],
): Promise<TmuxScreen> {
  const screen = await tmuxScreen(home, words);
  await screen.shows("Model: ");
  return screen;
}

/** A terminal in the daemon's workspace, once it says that it joined. */
export async function screenBeside(daemon: TestDaemon): Promise<TmuxScreen> {
  const screen = await tmuxScreen(homeIn(daemon.folder, daemon.dataFolder, daemon.workspace), []);
  await screen.shows("Joined Kestrel");
  return screen;
}
