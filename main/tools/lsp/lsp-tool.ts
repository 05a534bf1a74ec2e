import { z } from 'zod';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import {
  LANGUAGE_OPERATIONS,
  type LanguageAnswer,
  type LanguageOperation,
  type LanguageService,
} from '#main/tool/services/language-service.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { readRegularFile, realPathOrParent } from '../file-access.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { decodeText, looksBinary } from '../text-file.ts';
import type { ToolDeps } from '../tool-deps.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Operations on a file or the whole project; all others need a position. */
const WITHOUT_PLACE: ReadonlySet<LanguageOperation> = new Set<LanguageOperation>(['documentSymbol', 'workspaceSymbol']);

const inputSchema = z.strictObject({
  operation: z.enum(LANGUAGE_OPERATIONS).describe('What to find'),
  filePath: z.string().describe('The file; for workspaceSymbol, any file of that language'),
  line: z.number().int().positive().optional().describe('Line of the symbol, from 1'),
  character: z.number().int().positive().optional().describe('Column of the symbol in that line, from 1'),
  query: z.string().max(500).optional().describe('Name to look for; workspaceSymbol only'),
});
type LspInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  operation: z.enum(LANGUAGE_OPERATIONS),
  filePath: z.string(),
  /** What the model reads. */
  result: z.string(),
  resultCount: z.number().optional(),
  fileCount: z.number().optional(),
});
type LspOutput = z.output<typeof outputSchema>;

const PROMPT = `Asks a language server about code. It knows what a name refers to, where Grep only finds text.

- goToDefinition, goToImplementation, findReferences, hover (type and documentation), prepareCallHierarchy, incomingCalls, outgoingCalls: of the symbol at line and character, which count from 1 as in Read's output.
- documentSymbol: the outline of a file. workspaceSymbol: symbols of the project whose name matches query.
- The first question to a server may take a while. For languages without a server, use Grep.
- After you write a file, new errors and warnings are reported to you by themselves.`;

export function createLspTool(deps: ToolDeps) {
  // Calls that asked the user because they start a program of the project.
  const asked = new Set<string>();
  return buildTool<typeof inputSchema, LspOutput, 'LSP'>({
    name: 'LSP',
    searchHint: 'go to definition, references, types, symbols',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 50_000,
    prompt: () => PROMPT,
    isEnabled: () => deps.hasLanguageServer?.() ?? false,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: ({ operation, filePath }) => `${operation} ${filePath}`,
    backfillObservableInput: (clone, context) => ({ ...clone, filePath: absolutePath(clone.filePath, context.cwd) }),
    validateInput: (input) => Promise.resolve(check(input)),
    checkPermissions: (input, context) => askAboutProgram(input, context, asked),
    call: (input, context) => ask(input, context, asked.delete(context.toolUseId)),
    mapToolResultToToolResultBlockParam: ({ result }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: result }),
    wantsTo: (input) => `ask a language server about ${oneLine(displayPath(textField(input, 'filePath'), deps.projectDir))}`,
    present: (stage) => present(stage, deps.projectDir),
  });
}

function check({ operation, line, character, query }: LspInput): ValidationResult {
  if (!WITHOUT_PLACE.has(operation) && (line === undefined || character === undefined))
    return { ok: false, message: `${operation} needs line and character.` };
  if (operation === 'workspaceSymbol' && (query ?? '') === '') return { ok: false, message: 'workspaceSymbol needs query.' };
  return { ok: true };
}

/** The repository or the agent may have written a program in the project, so a person decides about each start of it. */
async function askAboutProgram(input: LspInput, context: ToolUseContext, asked: Set<string>): Promise<ToolPermissionResult> {
  // Only the last check counts: one made before the call's turn may have found another program.
  asked.delete(context.toolUseId);
  const path = await realPathOrParent(absolutePath(input.filePath, context.cwd));
  const program = context.services.languages?.projectProgram(path);
  if (program === undefined) return { behavior: 'passthrough' };
  asked.add(context.toolUseId);
  return { behavior: 'ask', message: `It starts a language server from a program in the project: ${program}` };
}

async function ask(input: LspInput, context: ToolUseContext, mayRunProjectProgram: boolean): Promise<ToolResult<LspOutput>> {
  const { operation, line = 1, character = 1, query = '' } = input;
  const filePath = absolutePath(input.filePath, context.cwd);
  const languages = languagesOf(context);
  const { bytes, realPath } = await readRegularFile(filePath, context, MAX_FILE_BYTES);
  if (looksBinary(bytes)) throw new Error(`${filePath} is not a text file.`);
  const answer = await languages.ask({
    operation,
    path: realPath,
    text: decodeText(bytes).raw,
    line: line - 1,
    character: character - 1,
    symbol: query,
    mayRunProjectProgram,
    signal: context.abortController.signal,
  });
  return {
    data: {
      operation,
      filePath,
      result: textOf(operation, answer, context.session.projectDir),
      resultCount: answer.text === undefined ? answer.items.length : 1,
      fileCount: new Set(answer.items.map(({ path }) => path)).size,
    },
  };
}

function languagesOf({ services: { languages } }: ToolUseContext): LanguageService {
  if (!languages) throw new Error('There is no language server here.');
  return languages;
}

function textOf(operation: LanguageOperation, { items, text, withheld, isCut }: LanguageAnswer, projectDir: string): string {
  const lines = items.map(({ path, line, character, name, kind, depth = 0 }) => {
    const what = [kind, name].filter((part) => part !== undefined).join(' ');
    const place = `${oneLine(displayPath(path, projectDir), 1000)}:${String(line + 1)}:${String(character + 1)}`;
    if (operation === 'documentSymbol') return `${'  '.repeat(depth)}${what} (line ${String(line + 1)})`;
    return what === '' ? place : `${place}: ${what}`;
  });
  const notes = [
    ...(isCut ? ['[There are more; these are the first.]'] : []),
    ...(withheld > 0 ? [`[${counted(withheld, 'place')} left out: your permission settings deny reading their files.]`] : []),
  ];
  const shown = [...(text === undefined ? [] : [text]), ...lines, ...notes];
  return shown.length === 0 ? 'Nothing was found.' : shown.join('\n');
}

function present(stage: PresentStage<LspOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'filePath'), projectDir);
  const { line } = stage.input;
  const what = textField(stage.input, 'query') || (typeof line === 'number' ? `${path}:${String(line)}` : path);
  const view: ToolView = { kind: 'search', title: titleOf(textField(stage.input, 'operation')), summary: oneLine(what) };
  return presentStages(stage, view, ({ result, resultCount = 0 }) => ({
    outcome: counted(resultCount, 'result'),
    detail: { type: 'text', text: result, truncated: false },
  }));
}

const TITLES: Readonly<Record<LanguageOperation, string>> = {
  goToDefinition: 'Find definition',
  findReferences: 'Find references',
  hover: 'Look up type',
  documentSymbol: 'Outline',
  workspaceSymbol: 'Find symbol',
  goToImplementation: 'Find implementations',
  prepareCallHierarchy: 'Find function',
  incomingCalls: 'Find callers',
  outgoingCalls: 'Find calls',
};

function titleOf(operation: string): string {
  const known = LANGUAGE_OPERATIONS.find((one) => one === operation);
  return known === undefined ? 'LSP' : TITLES[known];
}
