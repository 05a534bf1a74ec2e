import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { withMode } from '#main/tool/context-modifiers.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({});

const outputSchema = z.object({ message: z.string() });
type EnterPlanModeOutput = z.infer<typeof outputSchema>;

const PROMPT = `Switches to plan mode: you explore without changing anything, and propose a plan that the user reviews before work begins.

- Use it before work that is large, touches many files, or could be done in several different ways; not for a small or clearly described change.
- In plan mode read, search, and ask the user with AskUserQuestion. When the plan is finished, present it with ExitPlanMode.`;

const ENTERED = `Plan mode is on. Nothing is changed until the user has accepted a plan.

1. Explore: read the code that matters and learn how it does things.
2. Design: weigh the ways to do it. Ask with AskUserQuestion where the choice is the user's.
3. Propose: hand the plan over with ExitPlanMode. Say which files change and how, what could break, and how you will check it.`;

export function createEnterPlanModeTool({ isNonInteractive = false }: Pick<ToolDeps, 'isNonInteractive'> = {}) {
  return buildTool<typeof inputSchema, EnterPlanModeOutput, 'EnterPlanMode'>({
    name: 'EnterPlanMode',
    searchHint: 'plan before a large change, design first',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 10_000,
    isEnabled: () => !isNonInteractive,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    validateInput: (_input, context) => {
      if (context.agent.depth > 0) return Promise.resolve({ ok: false, message: 'Only the main agent can enter plan mode.' });
      const isOn = context.getAppState().permission.mode === 'plan';
      return Promise.resolve(isOn ? { ok: false, message: 'Plan mode is on already.' } : { ok: true });
    },
    call: () => Promise.resolve({ data: { message: ENTERED }, contextModifier: (context) => withMode(context, 'plan') }),
    mapToolResultToToolResultBlockParam: ({ message }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: message }),
    wantsTo: () => 'plan first, and change nothing until you accept the plan',
    present: ({ stage }) => ({
      kind: 'other',
      title: 'Plan first',
      summary: 'nothing is changed until you accept a plan',
      ...(stage === 'error' && { outcome: 'failed' }),
      ...(stage === 'rejection' && { outcome: 'denied' }),
    }),
  });
}
