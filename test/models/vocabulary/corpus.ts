/** What the merges are learned from: the kind of text that an agent's prompt is made of. */
export const corpus = `
You are an agent that works in a folder of the user. You have tools. Use a tool when you need to know or to change
something; otherwise answer in plain words. The user reads your answer, so keep it short and say what you did.
Read a file before you edit it. The old text must be in the file exactly once; give enough lines to make it unique.
Run the tests after a change and look at the result. When a command fails, say so and show the last lines of its output.
Never guess what a file says. Paths are relative to the workspace. A large file comes in parts: give an offset and a limit.
Write the whole file only when it is new or small. The approval of the user may be needed for this command.
{"type": "function", "function": {"name": "read", "description": "Read a text file and return its numbered lines",
"parameters": {"type": "object", "properties": {"path": {"type": "string", "description": "Path of the file"},
"offset": {"type": "integer", "minimum": 1}, "limit": {"type": "integer"}}, "required": ["path"], "additionalProperties": false}}}
{"type": "function", "function": {"name": "search", "description": "Find lines that match a regular expression",
"parameters": {"type": "object", "properties": {"pattern": {"type": "string"}, "path": {"type": "string"}, "glob": {"type": "string"}}, "required": ["pattern"]}}}
{"type": "function", "function": {"name": "edit", "description": "Replace a piece of text in a file",
"parameters": {"type": "object", "properties": {"path": {"type": "string"}, "old": {"type": "string"}, "new": {"type": "string"}, "all": {"type": "boolean"}}, "required": ["path", "old", "new"]}}}
{"type": "function", "function": {"name": "write", "description": "Create a file or replace all of it", "parameters": {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}}}
{"type": "function", "function": {"name": "shell", "description": "Run a command in the workspace and return its output and exit code",
"parameters": {"type": "object", "properties": {"command": {"type": "string"}, "timeout": {"type": "integer", "description": "Seconds"}}, "required": ["command"]}}}
<|im_start|>assistant
<tool_call>
{"name": "read", "arguments": {"path": "src/main.ts", "offset": 1, "limit": 200}}
</tool_call><|im_end|>
<|im_start|>user
<tool_response>
     1\timport { readFile } from "node:fs/promises";
     2\texport function main(arguments: string[]): void { const result = await run(arguments); return result; }
exit code 0: 12 tests passed, 0 failed. The file was not found. There are no matches. Edited the file, 1 line changed.
</tool_response><|im_end|>
export const greeting = (name) => "Hello, " + name; console.log(greeting("world")); if (error) throw new Error("failed");
`;
