import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/** The packages are read from their sources; no file is inlined, because the console's policy forbids inline code. */
/** Of KaTeX's fonts the one form that every browser of ours reads. */
const katexFonts: Plugin = {
  name: "katex-fonts",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex.css")) return undefined;
    return code.replaceAll(/,\s*url\([^)]*\.(?:woff|ttf)\) format\("[^"]*"\)/g, "");
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [katexFonts, react(), tailwindcss()],
  resolve: { conditions: ["kestrel-source", ...defaultClientConditions] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    // The budget is 220 kB gzip for the first load; minified that is far above the default of this warning.
    chunkSizeWarningLimit: 700,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The setting that zod reads while it is loaded stands in one file with it, before it.
            { name: "schemas", test: /no-eval\.ts$|node_modules.zod/ },
            // What every page has: a file for each small part would be compressed by itself.
            { name: "ui", test: /console.src.(?:ui|session|preferences).|transcript.hook-answers/ },
            // Words of the wire, and sentences of them, that every page and some of the later ones share.
            {
              name: "wire",
              test: /protocol.src.(?:risk|catalog-line|crew-words|loadout|model-on-disk|sampling|ids)\.ts$|i18n.src.(?:step|sandbox)-sentence/,
            },
          ],
        },
      },
    },
  },
});
