// Bundled as a separate file, loaded only by `run --output-schema`.
export { Ajv } from "ajv";
export { Ajv2020 } from "ajv/dist/2020.js";
