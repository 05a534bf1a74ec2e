import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { callCommands as contract } from '#shared/contract/commands/call-commands.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import { callDetail } from '../calls/call-detail.ts';
import { callOutput } from '../calls/call-output.ts';
import { findCalls } from '../calls/find-calls.ts';
import { ruleCandidates } from '../rules/rule-candidates.ts';
import type { EngineParts } from '../engine-parts.ts';
import { contextForDrafts } from '../rules/rule-drafts.ts';

/** Queries about a session's calls. */
export function callCommands({ homeDir, stateDir, projects, sessions }: EngineParts): Handlers<typeof contract> {
  return {
    'call.detail': async ({ sessionId, callId }) => callDetail((await sessions.get(sessionId)).session.log.events, callId),
    'call.output': async ({ sessionId, ...page }) => {
      const { log } = (await sessions.get(sessionId)).session;
      return callOutput(log.events, log.sessionDir, page);
    },
    'call.find': async ({ sessionId, text }) => findCalls((await sessions.get(sessionId)).session.log.events, text),
    'call.rules': async ({ projectDir, sessionId, callId }) => {
      const opened = await sessions.get(sessionId);
      const decided = opened.session.log.events.findLast((event) => event.type === 'call.decided' && event.data.callId === callId);
      const facts = callFactsSchema.safeParse(decided?.type === 'call.decided' ? decided.data.facts : undefined);
      if (!facts.success) throw new AppError('not_found', 'This call was not decided by rules.');
      const draftContext = { project: projects.get(projectDir), opened, homeDir, stateDir };
      return ruleCandidates(facts.data, contextForDrafts(draftContext, 'current'));
    },
    'call.moveToBackground': async ({ sessionId, callId }) => ({
      moved: (await sessions.get(sessionId)).session.controls.moveToBackground(callId),
    }),
  };
}
