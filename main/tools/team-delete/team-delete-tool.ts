import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, presentStages } from '../present-call.ts';
import { hasTeams } from '../team-create/team-create-tool.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({});

const outputSchema = z.object({ success: z.boolean(), message: z.string(), team_name: z.string() });
type TeamDeleteOutput = z.infer<typeof outputSchema>;

interface TeamDeleteDetails {
  /** Names of the members that were running. */
  readonly stopped: readonly string[];
}

const PROMPT = `Deletes the team that you lead and stops its members that are still at work. What they did stays done. Use it when the work of the team is finished.`;

export function createTeamDeleteTool(deps: Pick<ToolDeps, 'env'>) {
  const enabled = hasTeams(deps);
  return buildTool<typeof inputSchema, TeamDeleteOutput, 'TeamDelete', TeamDeleteDetails>({
    name: 'TeamDelete',
    searchHint: 'end the team of agents',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    isEnabled: () => enabled,
    prompt: () => PROMPT,
    toAutoClassifierInput: () => 'the team',
    call: (_, { agents }) => {
      if (!agents) throw new Error('There are no agents here.');
      const { name, stopped } = agents.deleteTeam();
      const message = `The team “${name}” was deleted.${stopped.length === 0 ? '' : ` Stopped: ${stopped.join(', ')}.`}`;
      return Promise.resolve({ data: { success: true, message, team_name: name }, details: { stopped } });
    },
    mapToolResultToToolResultBlockParam: ({ message }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: message }),
    wantsTo: () => 'end its team',
    present,
  });
}

function present(stage: PresentStage<TeamDeleteOutput, TeamDeleteDetails>): ToolView {
  const view: ToolView = { kind: 'agent', title: 'Delete team', summary: '' };
  if (stage.stage === 'result')
    return { ...view, summary: stage.output.team_name, outcome: `${counted(stage.details.stopped.length, 'member')} stopped` };
  return presentStages(stage, view, () => ({}));
}
