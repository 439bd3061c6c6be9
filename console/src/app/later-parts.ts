import { lazyPart } from "../ui/lazy-part.tsx";

export const NowherePage = lazyPart(() => import("./nowhere-page.tsx").then(({ NowherePage: page }) => page));
export const Inspector = lazyPart(() =>
  import("../inspector/inspector.tsx").then(({ Inspector: panel }) => panel),
);
export const ChangesReview = lazyPart(() =>
  import("../features/review/changes-review.tsx").then(({ ChangesReview: page }) => page),
);
export const ShortcutSheet = lazyPart(() =>
  import("./shortcut-sheet.tsx").then(({ ShortcutSheet: sheet }) => sheet),
);
