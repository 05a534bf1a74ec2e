import { z } from 'zod';
import { readVariable } from '#main/environment.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { type ToolDeps, toolEnv } from '../tool-deps.ts';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u;

const inputSchema = z.strictObject({
  team_name: z.string().regex(NAME).describe('At most 40 letters, digits, spaces, dots, hyphens or underscores'),
  description: z.string().max(2000).optional().describe('What the team is for'),
});

const outputSchema = z.object({ team_name: z.string(), lead_agent_id: z.string() });
type TeamCreateOutput = z.infer<typeof outputSchema>;

const PROMPT = `Makes you the leader of a team. Agents that you start with a name from then on are its members: they work in the background, beside you and one another.

- Members and you talk with SendMessage: by name to a member, as "main" to you. Messages arrive with the next request.
- Share the work by the task list. TeamDelete stops the members that are still at work.`;

/** Whether the team tools are offered. */
export function hasTeams(deps: Pick<ToolDeps, 'env'>): boolean {
  return readVariable(toolEnv(deps), 'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS');
}

export function createTeamCreateTool(deps: Pick<ToolDeps, 'env'>) {
  const enabled = hasTeams(deps);
  return buildTool<typeof inputSchema, TeamCreateOutput, 'TeamCreate'>({
    name: 'TeamCreate',
    searchHint: 'lead a team of agents',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    isEnabled: () => enabled,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) => input.team_name,
    call: ({ team_name: name, description }, { agents }) => {
      if (!agents) throw new Error('There are no agents here.');
      agents.createTeam(name, description);
      return Promise.resolve({ data: { team_name: name, lead_agent_id: 'main' } });
    },
    mapToolResultToToolResultBlockParam: ({ team_name: name }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `You lead the team “${name}” now. Start its members with Agent and a name.`,
    }),
    wantsTo: (input) => `form the team ${oneLine(textField(input, 'team_name'))}`,
    present,
  });
}

function present(stage: PresentStage<TeamCreateOutput>): ToolView {
  const view: ToolView = { kind: 'agent', title: 'Create team', summary: oneLine(textField(stage.input, 'team_name')) };
  return presentStages(stage, view, () => ({ outcome: 'created' }));
}
