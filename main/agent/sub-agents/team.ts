import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { DeletedTeam } from '#main/tool/services/agents.ts';
import type { SessionServices } from '../session/session-services.ts';

/** Makes the main agent the leader of a team. @throws Error when it leads one already. */
export function createTeam({ view, append }: SessionServices, name: string, description: string | undefined): void {
  if (view.team) throw new Error(`You lead the team “${view.team.name}” already. Delete it first with TeamDelete.`);
  append({ type: 'team.created', data: { name, ...(description !== undefined && { description }) } });
}

/** Stops the members that are at work. @throws Error when there is no team. */
export function deleteTeam({ view, append }: SessionServices, stop: (agentId: string) => boolean): DeletedTeam {
  const { team, agents } = view;
  if (!team) throw new Error('There is no team.');
  append({ type: 'team.deleted', data: {} });
  const members = Object.values(agents).filter((row) => row.team === team.name && row.state === 'running');
  return { name: team.name, stopped: members.filter(({ agentId }) => stop(agentId)).map(agentLabel) };
}
