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
the of and to in is it that for with as are this be on not or from by at an was all have has had can will would should could may must do does did done been being were they them their there then than these those which what when where who why how his her she he we our us me my
a one two three four five first second third last next other another each every many much more most less least some any none only also just even still already always never often again once here now today before after about above below between under over through into onto out off up down without within while until since because so but if else though yet both same such own too very
make makes made take takes taken give gives given get gets got put puts set sets keep keeps kept come comes came go goes gone went see sees seen look looks say says said tell ask asks answer answers need needs want use uses used work works worked try tries tried think know find finds found show shows shown run runs call calls called open opens close closed start starts started stop stops stopped end ends ended begin read reads write writes written change changes changed edit edits add adds added remove removed delete move copy create created build check checks test tests fix fixed fail fails failed pass passed wait send sends sent return returns load save print list sort match replace update install
time day year way thing man world life hand part place case week company system program question work number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line member law car city community name team minute idea body information back parent face others level office door health person art war history party result morning reason research girl guy moment air teacher force education
file files folder path paths text words lines code function value values string number boolean object array type types key keys field fields index length name names content contents model models server client request requests response message messages user users agent session sessions turn turns step steps tool tools token tokens prompt context window cache memory state event events log error errors warning command commands output input process port host address browser page view button table column row color size width height left right top bottom position order version option options setting settings default config module package import export class method property parameter parameters argument arguments result results data base project source target directory workspace language english chinese
good new old great high small large big long little important different public able bad young early late full empty free clear simple exact short whole ready sure true false plain quick safe local real small own approximately instead exactly together itself however therefore
const let var async await null undefined static readonly interface extends implements constructor private protected throw catch finally switch break continue default number void unknown never promise record partial
`;
