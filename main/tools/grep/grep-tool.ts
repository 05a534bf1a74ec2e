import { buildTool } from '#main/tool/build-tool.ts';
import { absolutePath } from '../input-path.ts';
import { checkSearchInput } from '../search-input.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { grepInputSchema } from './grep-input.ts';
import { type GrepDetails, type GrepOutput, grepOutputSchema, grepResultText, presentGrep } from './grep-output.ts';
import { grep } from './grep-search.ts';

const promptText = (skipsIgnored: boolean): string => `Searches the contents of files with ripgrep.

- Always use this tool to search, never grep or rg in a shell.
- pattern is a regular expression in ripgrep's syntax: escape literal braces (interface\\{\\}).
- output_mode: "files_with_matches" (default) gives paths, newest first; "content" gives matching lines; "count" gives numbers.
- glob or type narrow the files. ${skipsIgnored ? 'Files that git ignores are left out.' : 'Files that git ignores are searched too.'}
- A pattern matches within one line unless multiline is true.`;

export function createGrepTool(deps: Pick<ToolDeps, 'projectDir' | 'respectsGitignore'>) {
  const respectsGitignore = (): boolean => deps.respectsGitignore?.() ?? true;
  // Must not change during a session: requests begin with it, and a change would invalidate the prompt cache.
  const prompt = promptText(respectsGitignore());
  return buildTool<typeof grepInputSchema, GrepOutput, 'Grep', GrepDetails>({
    name: 'Grep',
    searchHint: 'search file contents with a regular expression',
    inputSchema: grepInputSchema,
    outputSchema: grepOutputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => prompt,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => `${input.pattern}${input.path === undefined ? '' : ` in ${input.path}`}`,
    backfillObservableInput: (clone, context) => ({ ...clone, path: absolutePath(clone.path ?? '.', context.cwd) }),
    validateInput: ({ pattern, path, glob, type }) => Promise.resolve(checkSearchInput({ pattern, path, glob, type })),
    call: (input, context, _canUseTool, _parentMessage, onProgress) =>
      grep(input, context, { respectsGitignore: respectsGitignore(), onProgress }),
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: grepResultText(output, details),
    }),
    wantsTo: (_input, { summary }) => `search for ${summary}`,
    present: (stage) => presentGrep(stage, deps.projectDir),
  });
}
