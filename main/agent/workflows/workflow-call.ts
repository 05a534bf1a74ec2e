import { z } from 'zod';
import { MODEL_ALIASES } from '#shared/model/models.ts';
import { schemaProblem } from '#main/tool/input/json-schema-issues.ts';
import type { JsonObjectSchema } from '#main/tool/json-object-schema.ts';

const MAX_PROMPT = 200_000;

const optionsSchema = z.strictObject({
  label: z.string().max(200).optional(),
  phase: z.string().max(200).optional(),
  schema: z
    .custom<JsonObjectSchema>((value) => z.looseObject({ type: z.literal('object') }).safeParse(value).success, {
      error: 'must be a JSON Schema whose type is "object"',
    })
    .optional(),
  model: z.enum(MODEL_ALIASES).optional(),
  /** Accepted for scripts written for Claude Code, but has no effect. */
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  agentType: z.string().max(200).optional(),
  isolation: z.literal('worktree').optional(),
});

const agentCallSchema = z.strictObject({ prompt: z.string().max(MAX_PROMPT), options: optionsSchema });
export type AgentCall = z.output<typeof agentCallSchema>;

const workflowCallSchema = z.strictObject({
  of: z.string().max(1000),
  args: z.unknown().optional(),
});
export type WorkflowCall = z.output<typeof workflowCallSchema>;

/** Parses what a script passes to `agent`. @throws Error, worded for its author. */
export function agentCall(input: unknown): AgentCall {
  const parsed = agentCallSchema.safeParse(input);
  if (!parsed.success) throw new Error(`agent(prompt, options): ${problem(parsed.error)}`);
  if (parsed.data.prompt.trim() === '') throw new Error('agent(prompt, options): prompt is empty.');
  const { schema } = parsed.data.options;
  const unusable = schema && schemaProblem(schema);
  if (unusable !== undefined) throw new Error(`agent(prompt, options): options.schema can’t be used: ${unusable}.`);
  return parsed.data;
}

/** Parses what a script passes to `workflow`. @throws Error, worded for its author. */
export function workflowCall(input: unknown): WorkflowCall {
  const parsed = workflowCallSchema.safeParse(input);
  if (!parsed.success) throw new Error(`workflow(name, args): ${problem(parsed.error)}`);
  return parsed.data;
}

function problem({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? 'isn’t valid'}`.trim();
}
