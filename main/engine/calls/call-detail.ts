import { AppError } from '#shared/contract/app-error.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { callInput } from '#shared/session/call-input.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** Everything known about one call, for the inspector. @throws AppError `not_found` when the session has no such call. */
export function callDetail(events: readonly SessionEvent[], callId: string): CommandOutput<'call.detail'> {
  let detail: CommandOutput<'call.detail'> | undefined;
  let input: unknown = {};
  for (const event of events) {
    const given = callInput(event);
    if (given?.callId === callId) input = given.input;
    if (!('callId' in event.data) || event.data.callId !== callId) continue;
    if (event.type === 'call.queued') detail = emptyDetail(input, event.data.view);
    if (detail) detail = withEvent(detail, event);
  }
  if (!detail) throw new AppError('not_found', `This session has no call ${callId}.`);
  return detail;
}

function emptyDetail(input: unknown, inputView: CommandOutput<'call.detail'>['inputView']): CommandOutput<'call.detail'> {
  return {
    input,
    changed: null,
    inputView,
    resultView: null,
    content: null,
    isError: false,
    persistedPath: null,
    decision: null,
    answeredBy: null,
    spans: [],
    terminal: null,
    hooks: [],
  };
}

function withEvent(detail: CommandOutput<'call.detail'>, event: SessionEvent): CommandOutput<'call.detail'> {
  switch (event.type) {
    case 'call.decided':
      return { ...detail, decision: event.data.decision };
    case 'call.changed':
      return { ...detail, changed: { by: event.data.by, input: event.data.input }, inputView: event.data.view };
    case 'call.answered':
      return { ...detail, answeredBy: event.data.by };
    case 'call.started':
      return { ...detail, terminal: event.data.terminal ?? detail.terminal };
    case 'call.terminal':
      return { ...detail, terminal: event.data.terminal };
    case 'hook.ran':
      return { ...detail, hooks: [...detail.hooks, event.data] };
    case 'call.finished':
      return {
        ...detail,
        resultView: event.data.view,
        content: event.data.content,
        isError: event.data.isError,
        persistedPath: event.data.persistedPath ?? null,
        spans: event.data.spans,
      };
    case 'result.replaced':
      // The shown result stays the same; only the model gets a shortened one from here on.
      return { ...detail, persistedPath: event.data.persistedPath };
    default:
      return detail;
  }
}
