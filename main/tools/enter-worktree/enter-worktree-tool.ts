import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { inWorktree } from '#main/tool/context-modifiers.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { absolutePath } from '../input-path.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';

const inputSchema = z.strictObject({
  name: z.string().optional().describe('Name of the new worktree; a random one if neither name nor path is given'),
  path: z.string().optional().describe('An existing worktree of this repository to work in, instead of a new one'),
});
type EnterWorktreeInput = z.output<typeof inputSchema>;

const outputSchema = z.object({ worktreePath: z.string(), worktreeBranch: z.string().optional(), message: z.string() });
type EnterWorktreeOutput = z.infer<typeof outputSchema>;

const PROMPT = `Makes a git worktree in .claude/worktrees, with a new branch at the current commit, and moves the session into it. From then on the worktree is the project folder: relative paths and commands start there.

- Use it only when the user asks for a worktree.
- Uncommitted changes stay where they are. Ignored files (node_modules, build output) are not in the worktree.
- ExitWorktree goes back.`;

export function createEnterWorktreeTool() {
  return buildTool<typeof inputSchema, EnterWorktreeOutput, 'EnterWorktree'>({
    name: 'EnterWorktree',
    searchHint: 'work in a separate git worktree',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: ({ name, path }) => path ?? name ?? 'a new worktree',
    validateInput: (input, context) => Promise.resolve(validate(input, context)),
    checkPermissions: ({ path }, context) => {
      const free = path === undefined || context.services.worktrees?.isManaged(absolutePath(path, context.cwd)) === true;
      return Promise.resolve(free ? { behavior: 'allow' } : { behavior: 'passthrough' });
    },
    call: enter,
    mapToolResultToToolResultBlockParam: ({ message }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: message }),
    wantsTo: (input) =>
      textField(input, 'path') === '' ? 'work in a new worktree' : `work in the worktree ${oneLine(textField(input, 'path'))}`,
    present,
  });
}

function validate({ name, path }: EnterWorktreeInput, context: ToolUseContext): ValidationResult {
  const { agent, services } = context;
  if (!services.worktrees) return { ok: false, message: 'There are no worktrees here.' };
  if (agent.depth > 0)
    return { ok: false, message: 'Only the main agent can move to a worktree. An agent gets one with isolation: "worktree".' };
  if (name !== undefined && path !== undefined) return { ok: false, message: 'Give either name or path.' };
  const { worktree } = context.getAppState();
  if (worktree)
    return { ok: false, message: `The session works in the worktree ${worktree.path} already. Leave it with ExitWorktree first.` };
  return { ok: true };
}

async function enter({ name, path }: EnterWorktreeInput, context: ToolUseContext): Promise<ToolResult<EnterWorktreeOutput>> {
  const { worktrees } = context.services;
  if (!worktrees) throw new Error('There are no worktrees here.');
  const worktree =
    path === undefined ? await worktrees.create(name, context.session.projectDir) : worktrees.find(absolutePath(path, context.cwd));
  const { branch } = worktree;
  const message = [
    `The session works in the worktree ${worktree.projectDir} now${branch === undefined ? '' : `, on the new branch ${branch}`}.`,
    'Files read before are those of the other checkout: read a file here before you edit it. ExitWorktree goes back.',
  ].join('\n');
  return {
    data: { worktreePath: worktree.path, ...(branch !== undefined && { worktreeBranch: branch }), message },
    contextModifier: (current) => inWorktree(current, worktree),
  };
}

function present(stage: PresentStage<EnterWorktreeOutput>): ToolView {
  const where = textField(stage.input, 'path') || textField(stage.input, 'name');
  const view: ToolView = { kind: 'other', title: 'Enter worktree', summary: oneLine(where) };
  return presentStages(stage, view, ({ worktreePath, worktreeBranch }) => ({
    outcome: worktreeBranch ?? 'entered',
    detail: { type: 'text', text: worktreePath, truncated: false },
  }));
}
