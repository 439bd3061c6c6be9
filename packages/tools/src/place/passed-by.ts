/** Entries that version control, package managers and tools create in a project. They hold no work of the user's. */
const names = new Set(
  `.git .hg .svn .jj node_modules bower_components __pycache__ .venv venv .tox .nox .mypy_cache .pytest_cache .ruff_cache
  .gradle .terraform .next .nuxt .turbo .parcel-cache .cache .idea .DS_Store Thumbs.db`.split(/\s+/),
);

/** Whether an entry of a folder is left out of what a model is told of the project. */
export function isPassedBy(name: string): boolean {
  return names.has(name) || name.endsWith(".pyc");
}
