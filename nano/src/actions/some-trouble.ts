import type { Action, Scene } from "../scene.ts";
import { words } from "../words/prose.ts";
import { freePath, someFile } from "../world/files-at-hand.ts";
import { insertAction, renameAction, replaceAction } from "./change.ts";
import { createAction } from "./create.ts";
import { listAction } from "./list.ts";
import { readAction } from "./look.ts";
import { replaceTwice } from "./texts-to-change.ts";

/** Something that cannot be done: what is named is not there, or there twice, or there already. */
export function someTrouble(scene: Scene): Action {
  const { chance, names } = scene;
  const missing = () => freePath(scene);
  return chance.pick([
    () => readAction(scene, missing()),
    () => listAction(scene, freeFolder(scene)),
    () => renameAction(scene, missing(), names.identifier(), names.identifier()),
    () => renameAction(scene, someFile(scene), names.identifier(), names.identifier()),
    () => replaceTwice(scene),
    () => replaceTwice(scene),
    () =>
      replaceAction(
        scene,
        someFile(scene, ["md", "txt"]),
        words(chance, names, 2, 4),
        words(chance, names, 2, 4),
      ),
    () =>
      insertAction(
        scene,
        someFile(scene, ["md", "txt"]),
        words(chance, names, 2, 4),
        words(chance, names, 2, 4),
        "after",
      ),
    () => createAction(scene, someFile(scene, ["md", "txt"]), [words(chance, names, 1, 4)]),
  ])();
}

function freeFolder(scene: Scene): string {
  for (;;) {
    const folder = scene.names.word();
    if (!scene.world.paths().some((path) => path === folder || path.startsWith(`${folder}/`))) return folder;
  }
}
