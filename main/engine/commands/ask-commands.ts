import { createLogger } from '#main/log/logger.ts';
import type { Handlers } from '#main/host/engine-port.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { askCommands as contract } from '#shared/contract/commands/ask-commands.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import { assertSendable } from '#main/agent/session/prompt.ts';
import type { EngineParts } from '../engine-parts.ts';

const log = createLogger('engine');

export function askCommands({ projects, sessions }: EngineParts): Handlers<typeof contract> {
  return {
    'permission.answer': async ({ sessionId, askId, digest, answer, also = [] }) => {
      if (answer.type !== 'deny' && also.length > 0) throw new AppError('invalid_input', 'Only a denial answers several requests.');
      if (answer.type === 'deny' && answer.images) assertSendable({ images: answer.images });
      const { session } = await sessions.get(sessionId);
      const mistaken = answer.type === 'allow_always' ? mistakenRule(answer.rules, 'allow') : undefined;
      if (mistaken) throw new AppError('invalid_input', `${mistaken.text}: ${mistaken.why}`);
      const refusal = answer.type === 'allow_edited' ? await session.asked(askId)?.refusal(answer.input) : undefined;
      if (refusal !== undefined) throw new AppError('invalid_input', refusal);
      const outcome = session.answer(askId, digest, answer);
      // In the same step: nothing withdraws them in between.
      if (outcome === 'accepted') for (const one of also) session.answer(one.askId, one.digest, answer);
      if (outcome === 'stale') log.warn('An answer was refused: it is for something other than what is asked');
      return { outcome };
    },
    'asks.list': async ({ projectDir }) => ({
      sessions: await sessions.asksOf(projects.get(projectDir)),
    }),
    'permission.input': async ({ sessionId, askId }) => {
      const asked = (await sessions.get(sessionId)).session.asked(askId);
      if (!asked) throw new AppError('not_found', 'This request has already been answered.');
      const { callId, toolName, cwd, risk, effects, message, digest } = asked.ask;
      return { input: { ...asked.input }, digest, call: { callId, toolName, cwd, risk, effects, message } };
    },
  };
}
