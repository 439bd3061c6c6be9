// A file beside the program, read by `run --output-schema` alone.
export { Ajv } from "ajv";
export { Ajv2020 } from "ajv/dist/2020.js";
