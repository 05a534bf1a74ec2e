import type { Effort } from '#shared/model/models.ts';
import type { SessionView } from '#shared/session/view.ts';

/** The effort of the last skill that the agent uses and that names one. */
export function skillEffort(skills: SessionView['skillsInUse'], agentId: string | undefined): Effort | undefined {
  return skills.findLast((skill) => skill.agentId === agentId && skill.effort !== undefined)?.effort;
}
