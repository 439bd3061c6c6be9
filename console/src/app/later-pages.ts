import { lazyPart } from "../ui/lazy-part.tsx";

export const SessionColumns = lazyPart(() =>
  import("./session-columns.tsx").then(({ SessionColumns: page }) => page),
);
export const DraftPage = lazyPart(() =>
  import("../features/chat/draft-page.tsx").then(({ DraftPage: page }) => page),
);
export const EnginePage = lazyPart(() =>
  import("../features/engine/engine-page.tsx").then(({ EnginePage: page }) => page),
);
export const FirstRunPage = lazyPart(() =>
  import("../features/engine/first-run-page.tsx").then(({ FirstRunPage: page }) => page),
);
export const LoadoutsPage = lazyPart(() =>
  import("../features/loadouts/loadouts-page.tsx").then(({ LoadoutsPage: page }) => page),
);
export const SettingsPage = lazyPart(() =>
  import("../features/settings/settings-page.tsx").then(({ SettingsPage: page }) => page),
);
export const MemoryPage = lazyPart(() =>
  import("../features/memory/memory-page.tsx").then(({ MemoryPage: page }) => page),
);
export const LoopsPage = lazyPart(() =>
  import("../features/loops/loops-page.tsx").then(({ LoopsPage: page }) => page),
);
export const ChannelsPage = lazyPart(() =>
  import("../features/channels/channels-page.tsx").then(({ ChannelsPage: page }) => page),
);
export const ReplayPage = lazyPart(() =>
  import("../features/replay/replay-page.tsx").then(({ ReplayPage: page }) => page),
);
export const CrewPage = lazyPart(() =>
  import("../features/crew/crew-page.tsx").then(({ CrewPage: page }) => page),
);
