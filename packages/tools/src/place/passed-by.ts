/** Entries created by version control, package managers and tools. They hold no user content. */
const names = new Set(
  `.git .hg .svn .jj node_modules bower_components __pycache__ .venv venv .tox .nox .mypy_cache .pytest_cache .ruff_cache
  .gradle .terraform .next .nuxt .turbo .parcel-cache .cache .idea .DS_Store Thumbs.db`.split(/\s+/),
);

/** Whether a folder entry is omitted from what a model sees of the project. */
export function isPassedBy(name: string): boolean {
  return names.has(name) || name.endsWith(".pyc");
}
