import type { OpenSession } from '../session/open-session.ts';
import type { Sessions } from '../session/sessions.ts';

/** To be called before rules are changed. The function that it resolves to counts the requests of the project that the change has answered. */
export async function countAnsweredByRules(sessions: Pick<Sessions, 'get' | 'views'>, projectDir: string): Promise<() => number> {
  const asking = (await sessions.views()).filter((view) => view.projectDir === projectDir && view.asks.length > 0);
  const before = await Promise.all(asking.map(async ({ sessionId }) => noteEvents(await sessions.get(sessionId))));
  return () => before.reduce((sum, answered) => sum + answered(), 0);
}

function noteEvents({ session }: OpenSession): () => number {
  const known = session.log.events.length;
  return () => session.log.events.slice(known).filter(({ type, data }) => type === 'call.answered' && data.by === 'rules').length;
}
