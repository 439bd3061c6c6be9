// Before the first paint: the look that was chosen here, or the system's. VitePress writes this inline, which the policy forbids.
const chosen = localStorage.getItem("vitepress-theme-appearance") || "auto";
const dark = chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
document.documentElement.classList.toggle("dark", dark);
document.documentElement.classList.toggle("mac", /Mac|iPhone|iPod|iPad/i.test(navigator.platform));
