import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { inWorktree } from '#main/tool/context-modifiers.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { isUnchanged, type WorktreeInventory, type WorktreeService } from '#main/tool/services/worktrees.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { inventoryText } from './inventory-text.ts';

const inputSchema = z.strictObject({
  action: z.enum(['keep', 'remove']).describe('keep leaves the worktree and its branch on disk; remove deletes both'),
  discard_changes: z.boolean().optional().describe('Needed to remove a worktree with changes or commits of its own; the user is asked'),
});
type ExitWorktreeInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  action: z.enum(['keep', 'remove']),
  originalCwd: z.string(),
  worktreePath: z.string(),
  worktreeBranch: z.string().optional(),
  discardedFiles: z.number().int().optional(),
  discardedCommits: z.number().int().optional(),
  message: z.string(),
});
type ExitWorktreeOutput = z.infer<typeof outputSchema>;

const PROMPT = `Leaves the worktree that EnterWorktree moved the session to, and goes back to the project folder.

- keep: the worktree and its branch stay on disk. Use this when there is work in it.
- remove: both are deleted. A worktree with changed files or commits of its own is refused and they are listed; with discard_changes the user is shown the list and decides.`;

/** Limit on stored inventories, one per open card. */
const MAX_SHOWN = 50;

export function createExitWorktreeTool() {
  /** The digest of the inventory that the card of a call shows, by the call's id. */
  const shown = new LRUCache<string, string>({ max: MAX_SHOWN });
  return buildTool<typeof inputSchema, ExitWorktreeOutput, 'ExitWorktree'>({
    name: 'ExitWorktree',
    searchHint: 'leave a git worktree, go back to the project',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 50_000,
    prompt: () => PROMPT,
    isDestructive: ({ action }) => action === 'remove',
    toAutoClassifierInput: ({ action, discard_changes: discards = false }) => `${action}${discards ? ', with its changes' : ''}`,
    validateInput: (_input, context) => Promise.resolve(validate(context)),
    checkPermissions: async (input, context) => {
      if (input.action === 'keep' || input.discard_changes !== true) return { behavior: 'allow' };
      const { worktree, worktrees } = placeOf(context);
      if (isUnchanged(await worktrees.inventory(worktree))) return { behavior: 'allow' };
      return { behavior: 'ask', needsPerson: true, message: 'The worktree has changes or commits that would be lost.', suggestions: [] };
    },
    preview: async (input, context) => {
      const { worktree, worktrees } = placeOf(context);
      const inventory = await worktrees.inventory(worktree);
      shown.set(context.toolUseId, inventory.digest);
      const detail = { type: 'text', text: inventoryText(worktree, inventory), truncated: false, onCard: true } as const;
      return { ...present({ stage: 'input', input }), detail };
    },
    call: async (input, context) => {
      const digest = shown.get(context.toolUseId);
      shown.delete(context.toolUseId);
      return exit(input, context, digest);
    },
    mapToolResultToToolResultBlockParam: ({ message }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: message }),
    wantsTo: (input) => {
      if (textField(input, 'action') !== 'remove') return 'leave the worktree';
      return input['discard_changes'] === true ? 'remove the worktree with its changes' : 'remove the worktree';
    },
    present,
  });
}

function validate(context: ToolUseContext): ValidationResult {
  const { agent, services } = context;
  if (agent.depth > 0) return { ok: false, message: 'Only the main agent can leave the worktree of the session.' };
  if (!services.worktrees || !context.getAppState().worktree) return { ok: false, message: 'The session is not in a worktree.' };
  return { ok: true };
}

function placeOf(context: ToolUseContext): { readonly worktree: Worktree; readonly worktrees: WorktreeService } {
  const { worktree } = context.getAppState();
  const { worktrees } = context.services;
  if (!worktree || !worktrees) throw new Error('The session is not in a worktree.');
  return { worktree, worktrees };
}

async function exit(
  { action, discard_changes: discards = false }: ExitWorktreeInput,
  context: ToolUseContext,
  shownDigest: string | undefined,
): Promise<ToolResult<ExitWorktreeOutput>> {
  const { worktree, worktrees } = placeOf(context);
  const { path, branch } = worktree;
  const lost = action === 'remove' ? await removeWorktree(worktree, worktrees, { discards, shownDigest }) : undefined;
  const originalCwd = worktrees.projectDir;
  const named = `${path}${branch === undefined ? '' : ` (branch ${branch})`}`;
  return {
    data: {
      action,
      originalCwd,
      worktreePath: path,
      ...(branch !== undefined && { worktreeBranch: branch }),
      ...(lost && { discardedFiles: lost.totalFiles, discardedCommits: lost.totalCommits }),
      message: `The session is back in ${originalCwd}. The worktree ${named} was ${lost ? 'removed' : 'kept'}.`,
    },
    contextModifier: (current) => inWorktree(current, undefined, originalCwd),
  };
}

async function removeWorktree(
  worktree: Worktree,
  worktrees: WorktreeService,
  { discards, shownDigest }: { readonly discards: boolean; readonly shownDigest: string | undefined },
): Promise<WorktreeInventory> {
  const inventory = await worktrees.inventory(worktree);
  if (!isUnchanged(inventory)) {
    if (!discards) {
      const why = 'The worktree was not removed: what follows would be lost. Keep it, or ask the user and set discard_changes.';
      throw new Error(`${why}\n\n${inventoryText(worktree, inventory)}`);
    }
    if (inventory.digest !== shownDigest) throw new Error(AGENT_ERRORS.worktreeChanged);
  }
  await worktrees.remove(worktree, inventory.digest);
  return inventory;
}

function present(stage: PresentStage<ExitWorktreeOutput>): ToolView {
  const removes = textField(stage.input, 'action') === 'remove';
  const discards = stage.input['discard_changes'] === true;
  const view: ToolView = {
    kind: 'other',
    title: removes ? 'Remove worktree' : 'Leave worktree',
    summary: removes && discards ? 'with its changes' : '',
  };
  return presentStages(stage, view, ({ action, worktreePath, message }) => ({
    summary: oneLine(worktreePath),
    outcome: action === 'remove' ? 'removed' : 'kept',
    detail: { type: 'text', text: message, truncated: false },
  }));
}
