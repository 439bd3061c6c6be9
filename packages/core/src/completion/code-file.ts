const endings = new Set(
  `ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi rb php go rs java kt kts scala groovy clj cljs ex exs erl hs ml mli fs cs vb
  c h cc cpp cxx hpp hh m mm swift dart lua pl pm r jl zig nim d sh bash zsh fish ps1 sql css scss less html htm proto gradle`.split(
    /\s+/,
  ),
);

/** Whether a file is code that a check could test. Prose and data are not. */
export function isCodeFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 && endings.has(name.slice(dot + 1).toLowerCase());
}
