import { buildTool } from '#main/tool/build-tool.ts';
import { absolutePath } from '../input-path.ts';
import { checkSearchInput } from '../search-input.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { grepInputSchema } from './grep-input.ts';
import { type GrepOutput, grepResultText, presentGrep } from './grep-output.ts';
import { grep } from './grep-search.ts';

const PROMPT = `Searches the contents of files with ripgrep.

- Always use this tool to search, never grep or rg through Bash.
- pattern is a regular expression in ripgrep's syntax: braces to be found literally are escaped (interface\\{\\}).
- output_mode: "files_with_matches" (default) gives paths, newest first; "content" gives matching lines; "count" gives numbers.
- glob or type narrow the files. Files that git ignores are left out.
- A pattern matches within one line unless multiline is true.`;

export function createGrepTool(deps: Pick<ToolDeps, 'projectDir'>) {
  return buildTool<typeof grepInputSchema, GrepOutput, 'Grep'>({
    name: 'Grep',
    searchHint: 'search file contents with a regular expression',
    inputSchema: grepInputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => `${input.pattern}${input.path === undefined ? '' : ` in ${input.path}`}`,
    backfillObservableInput: (clone, context) => ({ ...clone, path: absolutePath(clone.path ?? '.', context.cwd) }),
    validateInput: ({ pattern, path, glob, type }) => Promise.resolve(checkSearchInput({ pattern, path, glob, type })),
    call: async (input, context, _canUseTool, _parentMessage, onProgress) => ({ data: await grep(input, context, onProgress) }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: grepResultText(output),
    }),
    present: (stage) => presentGrep(stage, deps.projectDir),
  });
}
