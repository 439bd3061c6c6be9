import type { ToolSpec } from "@kestrel/protocol";

/** The tools as kestrel-nano was trained with them, in its order. Its chat template reads their names, and its engine holds calls to their schemas. */
export const nanoToolSpecs: readonly ToolSpec[] = [
  {
    name: "read",
    description: "Show a text file, or list a folder.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "relative to the workspace",
        },
        offset: {
          type: "integer",
          description: "first line, from 1",
        },
        limit: {
          type: "integer",
          description: "lines, default 200",
        },
      },
      required: ["path"],
    },
  },
  {
    name: "search",
    description: "Find lines matching a regex in files. An empty pattern lists file names.",
    parameters: {
      type: "object",
      properties: {
        pattern: {
          type: "string",
        },
        path: {
          type: "string",
          description: "folder or file",
        },
        glob: {
          type: "string",
          description: "such as **/*.ts",
        },
      },
      required: ["pattern"],
    },
  },
  {
    name: "edit",
    description: "Replace text in a file you have read.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
        },
        old: {
          type: "string",
          description: "exact text to replace; must occur once",
        },
        "new": {
          type: "string",
        },
        all: {
          type: "boolean",
          description: "replace every occurrence",
        },
      },
      required: ["path", "old", "new"],
    },
  },
  {
    name: "write",
    description: "Create a file, or replace one you have read. Prefer edit for changes.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
        },
        content: {
          type: "string",
        },
      },
      required: ["path", "content"],
    },
  },
  {
    name: "shell",
    description: "Run a command with sh in the workspace. Each call starts fresh; no input.",
    parameters: {
      type: "object",
      properties: {
        command: {
          type: "string",
        },
        timeout: {
          type: "integer",
          description: "seconds, default 120, at most 600",
        },
      },
      required: ["command"],
    },
  },
  {
    name: "todo",
    description: "Keep a list for a longer task. Send the whole list each time.",
    parameters: {
      type: "object",
      properties: {
        items: {
          type: "array",
          items: {
            type: "object",
            properties: {
              text: {
                type: "string",
              },
              done: {
                type: "boolean",
              },
            },
            required: ["text"],
          },
        },
      },
      required: ["items"],
    },
  },
];
