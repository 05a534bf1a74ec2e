import { z } from 'zod';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { MAX_PLAN_CHARS, type PlanAcceptance, planAcceptanceSchema, type ToolView } from '#shared/session/tool-view.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import { withMode } from '#main/tool/context-modifiers.ts';
import type { FreshStart, PresentStage, ToolUseContext } from '#main/tool/tool.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { readPlanFile, writePlanFile } from './plan-file.ts';

// Unknown fields are ignored, since models send those of earlier versions, such as `allowedPrompts`.
const inputSchema = z.object({
  plan: z
    .string()
    .min(1)
    .max(MAX_PLAN_CHARS)
    .optional()
    .describe('The whole plan, in Markdown. Without it the plan accepted last is proposed again'),
  planWasEdited: z.boolean().optional(),
  acceptance: z.strictObject({ mode: planAcceptanceSchema, clearContext: z.boolean() }).optional(),
});

const outputSchema = z.object({
  plan: z.string(),
  /** Always false: only the main agent proposes plans. */
  isAgent: z.boolean(),
  /** Absolute. */
  filePath: z.string(),
  planWasEdited: z.boolean(),
});
type ExitPlanModeOutput = z.infer<typeof outputSchema>;

const PROMPT = `Proposes your plan to the user and, when they accept it, ends plan mode.

- Only in plan mode, and only when the plan is finished. Settle open questions with AskUserQuestion first; don't ask in text whether the plan is fine, since this tool does that.
- Write the plan so that somebody who hasn't followed the conversation could carry it out: the goal, the files and what changes in each, what could break, how to check it. The user may edit it, and you may be given nothing but the plan to continue with.
- For research that ends in an answer and not in a change, just give the answer.`;

export function createExitPlanModeTool({ isNonInteractive = false }: Pick<ToolDeps, 'isNonInteractive'> = {}) {
  return buildTool<typeof inputSchema, ExitPlanModeOutput, 'ExitPlanMode'>({
    name: 'ExitPlanMode',
    searchHint: 'propose the finished plan, leave plan mode',
    inputSchema,
    outputSchema,
    maxResultSizeChars: MAX_PLAN_CHARS + 10_000,
    isEnabled: () => !isNonInteractive,
    prompt: () => PROMPT,
    requiresUserInteraction: () => true,
    isReadOnly: () => true,
    answerFields: ['planWasEdited', 'acceptance'],
    backfillObservableInput: (clone, context) => {
      const plan = clone.plan ?? readPlanFile(context.session.sessionDir);
      return plan === undefined ? clone : { ...clone, plan };
    },
    validateInput: (input, context) => Promise.resolve(validate(input.plan, context)),
    answered: (input, answer) => {
      if (answer.type !== 'accept_plan') return undefined;
      const { mode, clearContext, plan } = answer;
      const edited = plan !== undefined && plan !== input.plan;
      return { ...input, ...(edited && { plan, planWasEdited: true }), acceptance: { mode, clearContext } };
    },
    call: async ({ plan: given, planWasEdited = false, acceptance }, context) => {
      const { sessionDir } = context.session;
      const plan = given ?? readPlanFile(sessionDir);
      if (plan === undefined) throw new Error('There is no plan to carry out.');
      const filePath = await writePlanFile(sessionDir, plan);
      return {
        data: { plan, isAgent: context.agent.depth > 0, filePath, planWasEdited },
        contextModifier: (current) => {
          const after = withMode(current, nextMode(acceptance?.mode ?? 'before', current));
          if (acceptance?.clearContext === true) startAfresh(after, { text: taskText(plan, filePath), summary: plan });
          return after;
        },
      };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: acceptedText(output),
    }),
    wantsTo: () => 'propose a plan',
    present: presentPlan,
    preview: ({ plan = '' }, context) => {
      const { prePlanMode } = context.getAppState().permission;
      return Promise.resolve(planView(plan, prePlanMode));
    },
  });
}

function validate(plan: string | undefined, context: ToolUseContext): { ok: true } | { ok: false; message: string } {
  if (context.agent.depth > 0) return { ok: false, message: AGENT_ERRORS.planOfSubAgent };
  if (context.getAppState().permission.mode !== 'plan') return { ok: false, message: AGENT_ERRORS.notInPlanMode };
  if (plan === undefined && readPlanFile(context.session.sessionDir) === undefined) return { ok: false, message: AGENT_ERRORS.noPlan };
  return { ok: true };
}

/** Doesn't return to a mode that is no longer available. */
function nextMode(wanted: PlanAcceptance, context: ToolUseContext): PermissionMode {
  if (wanted !== 'before') return wanted;
  const { prePlanMode = 'default', isAutoModeAvailable, isBypassPermissionsModeAvailable } = context.getAppState().permission;
  const isThere =
    prePlanMode === 'auto' ? isAutoModeAvailable : prePlanMode === 'bypassPermissions' ? isBypassPermissionsModeAvailable : true;
  return isThere && prePlanMode !== 'plan' ? prePlanMode : 'default';
}

function startAfresh(context: ToolUseContext, freshStart: FreshStart): void {
  context.setAppState((state) => ({ ...state, freshStart }));
}

function acceptedText({ plan, filePath, planWasEdited }: ExitPlanModeOutput): string {
  const kept = `The plan is kept in ${filePath}, where you can read it again.`;
  return planWasEdited
    ? `The user has changed your plan and accepted it like this. Carry it out. ${kept}\n\n## The plan\n\n${plan}`
    : `The user has accepted your plan. Carry it out. ${kept}`;
}

function taskText(plan: string, filePath: string): string {
  return `Carry out this plan. The user has reviewed and accepted it; what was said before was cleared away. It is kept in ${filePath}.\n\n${plan}`;
}

function planView(plan: string, modeBefore?: PermissionMode): ToolView {
  return {
    kind: 'other',
    title: 'Propose plan',
    summary: headline(plan),
    detail: { type: 'plan', plan, ...(modeBefore && { modeBefore }) },
  };
}

function presentPlan(stage: PresentStage<ExitPlanModeOutput>): ToolView {
  const view = planView(textField(stage.input, 'plan'));
  return presentStages(
    stage,
    view,
    ({ plan, planWasEdited }) => ({ ...planView(plan), outcome: planWasEdited ? 'accepted with your changes' : 'accepted' }),
    'not accepted',
  );
}

/** Its first heading or line. */
function headline(plan: string): string {
  const first = plan.split('\n').find((line) => line.trim() !== '') ?? '';
  return oneLine(first.replace(/^#+\s*/, ''), 120);
}
