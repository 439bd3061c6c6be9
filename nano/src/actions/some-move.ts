import type { Action, Scene } from "../scene.ts";
import { sentence } from "../words/prose.ts";
import { freePath, isFree } from "../world/files-at-hand.ts";
import { deleteAction, moveAction } from "./move-about.ts";

/** A file moved, renamed or copied, or, more seldom, deleted. */
export function someMove(scene: Scene): Action {
  const { chance, world } = scene;
  const missing = plainPath(scene);
  const path = chance.maybe(0.07) && /^[\w.-]+$/.test(missing) ? missing : fileToMove(scene);
  if (chance.maybe(0.25)) return deleteAction(scene, path);
  const to = chance.maybe(0.25) ? folderInUse(scene) : plainPath(scene);
  return world.has(to) || to === path
    ? deleteAction(scene, path)
    : moveAction(scene, path, to, !to.endsWith("/") && chance.maybe(0.35));
}

/** A file in the folder itself, so that no empty folder is left behind when it goes. */
function plainPath(scene: Scene): string {
  for (;;) {
    const path = freePath(scene);
    if (!path.includes("/")) return path;
  }
}

/** A folder in which something lies already: a shell moves nothing into one that is not there. */
function folderInUse(scene: Scene): string {
  for (;;) {
    const folder = scene.names.folder();
    const path = `${folder}/${scene.names.word()}.txt`;
    if (!isFree(scene, path)) continue;
    newFileAt(scene, path);
    return `${folder}/`;
  }
}

function newFileAt(scene: Scene, path: string): void {
  scene.world.add(path, [sentence(scene.chance, scene.names)]);
}

/** A new file, or one that was spoken of before and that nothing runs. */
function fileToMove(scene: Scene): string {
  const there = scene.world.paths().filter((path) => /^[^/]+\.(?:md|txt|json|css|html)$/.test(path));
  if (there.length > 0 && scene.chance.maybe(0.35)) return scene.chance.pick(there);
  const path = plainPath(scene);
  newFileAt(scene, path);
  return path;
}
