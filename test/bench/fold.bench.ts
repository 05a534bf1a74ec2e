/** The fold of a long session: time, and the size of the snapshot a window is sent. */
import type { NewSessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { answered, ended, finished, numbered, userSaid } from '../support/session-events.ts';
import { measure, printTable } from './measure.ts';

const CALLS = 10_000;

function call(index: number): NewSessionEvent[] {
  const callId = `toolu_${index}`;
  const requestId = `req_${index}`;
  const input = { file_path: `/project/src/module-${index % 100}/file-${index}.ts` };
  return [
    ...answered(requestId, { type: 'tool_use', id: callId, name: 'Read', input }),
    ended(requestId, 'ok'),
    {
      type: 'call.queued',
      data: {
        callId,
        toolName: 'Read',
        messageId: requestId,
        requestId,
        parallel: false,
        view: { kind: 'read', title: 'Read', summary: input.file_path },
      },
    },
    { type: 'call.started', data: { callId } },
    finished(callId, 'text\n'.repeat(50)),
  ];
}

const events = numbered([userSaid('Read everything'), ...Array.from({ length: CALLS }, (_, index) => call(index)).flat()]);
const bytes = JSON.stringify(foldSession(events)).length;
printTable(`A session of ${CALLS} calls, ${events.length} events; snapshot ${(bytes / 1e6).toFixed(2)} MB`, [
  await measure('fold all events', 20, () => foldSession(events)),
]);
