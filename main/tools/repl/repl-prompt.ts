import { z } from 'zod';
import type { Tool } from '#main/tool/tool.ts';
import { typeText } from './type-text.ts';

const PROMPT = `Runs a JavaScript script that calls tools. The tools below exist only as functions of such scripts.

- Each function takes one object and gives a promise: const { file } = await Read({ file_path: "/a/b.txt" }). It fails with an Error whose message says why, also when the user denies the call; where there is output nonetheless, such as that of a command that failed, the error has it as data.
- Do several steps in one script, and only give back what you need: filter, count and compare in the script instead of reading everything.
- Calls that don’t depend on one another can run at the same time: await Promise.all([…]). parallel([() => …]) does the same but gives null for what fails; pipeline(items, stage, stage) sends each item through the stages by itself.
- The value of the last expression is the result; console.log prints. await may stand anywhere. Variables, functions and classes at the top level stay defined for later scripts.
- A script has nothing but the language and these functions: no modules, no timers, no network, no files, no processes. Each call is decided, and asked about, like any other call of yours.

Functions:`;

/** The description of REPL with those of the tools that only its scripts can call. */
export function replPrompt(tools: readonly Tool[]): string {
  return [PROMPT, ...tools.map(functionText)].join('\n\n');
}

function functionText(tool: Tool): string {
  const input = typeText(z.toJSONSchema(tool.inputSchema, { io: 'input' }));
  return `### ${tool.name}(input: ${input}): Promise<${outputText(tool)}>\n${tool.prompt()}`;
}

function outputText({ outputSchema }: Tool): string {
  try {
    return typeText(z.toJSONSchema(outputSchema, { unrepresentable: 'any' }), { withDescriptions: false });
  } catch {
    // A shape that JSON Schema can't describe.
    return 'object';
  }
}
