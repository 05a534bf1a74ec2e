import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { CanUseTool, OnProgress, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { SkillService } from '#main/tool/services/skills.ts';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { HookSettings } from '#shared/settings/hook-settings.ts';
import { hasCommands, type SkillDefinition } from '#shared/settings/skill-definition.ts';
import { contentText } from '#shared/session/content-text.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({
  skill: z.string().describe('Its name, as listed: "review" or "frontend:component"'),
  args: z.string().optional().describe('What it shall work with'),
});
type SkillInput = z.output<typeof inputSchema>;

const outputSchema = z.discriminatedUnion('status', [
  z.object({
    success: z.boolean(),
    commandName: z.string(),
    allowedTools: z.array(z.string()).optional(),
    model: z.string().optional(),
    status: z.literal('inline'),
  }),
  z.object({ success: z.boolean(), commandName: z.string(), status: z.literal('forked'), agentId: z.string(), result: z.string() }),
]);
type SkillOutput = z.output<typeof outputSchema>;

const PROMPT = `Uses a skill: instructions that the user or the project keeps for a kind of task. They follow the result, as a message; do what they say before anything else.

- The available skills are listed in the conversation. Use one as soon as the task is what it is for; don't do the task without it.
- Use only names from the list, or one that the user wrote as /name. Don't use a skill again while its instructions are still in the conversation.`;

export function createSkillTool(deps: ToolDeps) {
  return buildTool<typeof inputSchema, SkillOutput, 'Skill'>({
    name: 'Skill',
    searchHint: 'use a skill or slash command',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    isEnabled: () => deps.hasSkills?.() ?? false,
    toAutoClassifierInput: ({ skill, args = '' }) => `${skill} ${args}`.trim(),
    validateInput: (input, context) => Promise.resolve(checkInput(input, context)),
    checkPermissions: (input, context) => Promise.resolve(permissionFor(input, context)),
    call: (input, context, canUseTool, _message, onProgress) => run(input, context, canUseTool, onProgress),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: output.status === 'inline' ? `Launching skill: ${output.commandName}` : output.result || 'The agent ended without a report.',
    }),
    wantsTo: (input) => `use the skill ${oneLine(textField(input, 'skill'), 80)}`,
    present,
  });
}

function servicesOf({ skills }: ToolUseContext): SkillService {
  if (!skills) throw new Error('There are no skills here.');
  return skills;
}

function checkInput({ skill }: SkillInput, context: ToolUseContext): ValidationResult {
  try {
    servicesOf(context).find(skill);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

/** A skill that is only text is used without asking. One that allows, changes or runs something asks, unless a person called it. */
function permissionFor({ skill: name }: SkillInput, context: ToolUseContext): ToolPermissionResult {
  const skills = servicesOf(context);
  const skill = skills.find(name);
  const effects = effectsOf(skill);
  if (skills.byPerson || effects.length === 0) return { behavior: 'allow' };
  return { behavior: 'ask', message: `The skill “${skill.name}” ${effects.join(', and ')}.` };
}

function effectsOf({ allowedTools, model, fork, body, hooks }: SkillDefinition): string[] {
  return [
    ...(allowedTools.length === 0 ? [] : [`allows until the end of the turn: ${oneLine(allowedTools.join(', '), 500)}`]),
    ...(hasCommands(body) ? ['runs commands'] : []),
    ...(hooks === undefined ? [] : [`calls hooks until the end of the turn: ${oneLine(hookTexts(hooks).join(', '), 500)}`]),
    ...(fork ? [`starts the agent ${fork.agent}${fork.background ? ' in the background' : ''}`] : []),
    ...(model === undefined ? [] : [`switches to the model ${model}`]),
  ];
}

function hookTexts(hooks: HookSettings): string[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) =>
      group.hooks.map(
        ({ command, args, url, prompt, tool }) => `${[command ?? url ?? prompt ?? tool, ...(args ?? [])].join(' ')} at ${event}`,
      ),
    ),
  );
}

async function run(
  { skill: name, args = '' }: SkillInput,
  context: ToolUseContext,
  canUseTool: CanUseTool,
  onProgress: OnProgress | undefined,
): Promise<ToolResult<SkillOutput>> {
  const skills = servicesOf(context);
  const skill = skills.find(name);
  const used = skills.rulesOf(skill, context);
  if (skill.fork) return await runForked(skill, skill.fork, args, { context, skills, canUseTool, onProgress });
  skills.use(used);
  const content = await skills.prepare(skill, args, context);
  return {
    data: {
      success: true,
      commandName: skill.name,
      ...(used.allow.length > 0 && { allowedTools: used.allow }),
      ...(used.model !== undefined && { model: used.model }),
      status: 'inline',
    },
    newMessages: [{ content, visibility: 'model' }],
  };
}

interface ForkContext {
  readonly context: ToolUseContext;
  readonly skills: SkillService;
  readonly canUseTool: CanUseTool;
  readonly onProgress: OnProgress | undefined;
}

async function runForked(
  skill: SkillDefinition,
  { agent: agentType, background }: NonNullable<SkillDefinition['fork']>,
  args: string,
  { context, skills, canUseTool, onProgress }: ForkContext,
): Promise<ToolResult<SkillOutput>> {
  if (!context.agents) throw new Error('No agents can be started here.');
  const content = await skills.prepare(skill, args, context);
  const prompt = contentText(content, '\n\n');
  const description = `skill ${skill.name}`;
  const asCall = { description, prompt, subagent_type: agentType, ...(background && { run_in_background: true }) };
  if (!(await canUseTool('Agent', asCall))) throw new Error(`The rules don’t let an agent of the type “${agentType}” start unasked.`);
  const used = skills.rulesOf(skill, context);
  const started = await context.agents.start(
    { description, prompt, agentType, model: skill.model, background, skill: used },
    context,
    onProgress,
  );
  if (started.type === 'launched') {
    const result = `The agent works in the background. Its report will be in ${started.outputFile}.`;
    return { data: { success: true, commandName: skill.name, status: 'forked', agentId: started.agentId, result } };
  }
  const { agentId, text, outcome, error } = started.report;
  const success = outcome === 'completed' || outcome === 'max_turns';
  const result = success ? text : (error ?? 'It was stopped.');
  return { data: { success, commandName: skill.name, status: 'forked', agentId, result }, isError: !success };
}

function present(stage: PresentStage<SkillOutput>): ToolView {
  const view: ToolView = {
    kind: 'other',
    title: 'Skill',
    summary: oneLine(`${textField(stage.input, 'skill')} ${textField(stage.input, 'args')}`.trim()),
  };
  return presentStages(stage, view, (output) =>
    output.status === 'inline'
      ? { outcome: 'read' }
      : { outcome: output.success ? 'done' : 'failed', detail: { type: 'text', text: output.result, truncated: false } },
  );
}
