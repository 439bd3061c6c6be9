// npm run build: builds everything, changed or not. Needs the dependencies to be installed.
import { buildAll } from "./build/build-all.mjs";
import { asScript } from "./set-up/set-up.mjs";

await asScript(buildAll);
