import theme from "vitepress/theme-without-fonts";
import "../../../console/src/styles/fonts.css";
import "../../../console/src/styles/tokens.css";
import "./manual.css";

// biome-ignore lint/style/noDefaultExport: VitePress takes a theme from its file's default export.
export default theme;
