import { staysWithPerson } from '#main/permission/gate/open-questions.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { CommandInput } from '#shared/contract/commands.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { EngineParts } from '../engine-parts.ts';
import { contextForDrafts, draftEntries, withDraft } from './rule-drafts.ts';

type Parts = Pick<EngineParts, 'projects' | 'sessions' | 'homeDir' | 'stateDir'>;

/** How many waiting requests of the project allow rules would answer once they are saved. Those of a session apply to its own alone. */
export async function countWouldAnswer(
  { sessionId, askIds, texts, destination, projectDir }: CommandInput<'rules.answering'>,
  { projects, sessions, homeDir, stateDir }: Parts,
  engine: PermissionEngine,
): Promise<number> {
  const project = projects.get(projectDir);
  const isReached = (view: SessionView): boolean =>
    view.projectDir === project.projectDir && (destination !== 'session' || view.sessionId === sessionId);
  const asking = (await sessions.views()).filter((view) => isReached(view) && view.asks.length > 0);
  const counts = await Promise.all(
    asking.map(async (view) => {
      const opened = await sessions.get(view.sessionId);
      const draftContext = { project, opened, homeDir, stateDir };
      const context = contextForDrafts(draftContext, 'current');
      const within = withDraft(context, draftEntries(draftContext, { behavior: 'allow', texts, destination }), undefined);
      return view.asks.filter(({ askId }) => {
        const asked = askIds.includes(askId) ? undefined : opened.session.asked(askId);
        if (!asked) return false;
        const { toolName, cwd } = asked.ask;
        const decision = engine.decide(engine.analyse({ toolName, input: asked.input, cwd }, within), within);
        return decision.behavior === 'allow' && !staysWithPerson(asked.ask, decision);
      }).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
