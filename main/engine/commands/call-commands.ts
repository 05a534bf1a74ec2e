import { AppError } from '#shared/contract/app-error.ts';
import { commands } from '#shared/contract/commands.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import { callDetail } from '../calls/call-detail.ts';
import { callOutput } from '../calls/call-output.ts';
import { ruleCandidates } from '../calls/rule-candidates.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';
import { contextForDrafts } from '../rule-drafts.ts';
import { chromeTrace } from '../trace/chrome-trace.ts';

/** Queries about a session's calls. */
export function callCommands({ homeDir, stateDir, projects, sessions }: EngineParts) {
  return {
    'call.detail': implement(commands['call.detail'], async ({ sessionId, callId }) =>
      callDetail((await sessions.get(sessionId)).session.log.events, callId),
    ),
    'call.output': implement(commands['call.output'], async ({ sessionId, ...page }) => {
      const { log } = (await sessions.get(sessionId)).session;
      return callOutput(log.events, log.sessionDir, page);
    }),
    'call.rules': implement(commands['call.rules'], async ({ projectDir, sessionId, callId }) => {
      const opened = await sessions.get(sessionId);
      const decided = opened.session.log.events.findLast((event) => event.type === 'call.decided' && event.data.callId === callId);
      const facts = callFactsSchema.safeParse(decided?.type === 'call.decided' ? decided.data.facts : undefined);
      if (!facts.success) throw new AppError('not_found', 'Nothing was decided about this call by rules.');
      const place = { project: projects.get(projectDir), opened, homeDir, stateDir };
      return ruleCandidates(facts.data, contextForDrafts(place, 'current'));
    }),
    'session.exportTrace': implement(commands['session.exportTrace'], async ({ sessionId, texts }) => {
      const { view, log } = (await sessions.get(sessionId)).session;
      const text = await chromeTrace({ view, events: log.events, now: Math.max(Date.now(), view.updatedAt), texts });
      return { type: 'text' as const, fileName: `gatehouse-${sessionId}.trace.json`, text };
    }),
  };
}
