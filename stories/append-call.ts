import type { StoredEvent } from '#shared/session/event.ts';
import { useWindow } from '../renderer/store/app-store.ts';
import { withEvents } from '../renderer/store/session-slot.ts';
import { SESSION_ID } from './host/fake-host.ts';

let appended = 0;

/** Appends a call to the shown session, through the same fold as live events. Returns its ID. */
export function appendCall(): string {
  const { sessions } = useWindow.getState();
  const slot = sessions[SESSION_ID];
  if (!slot) throw new Error('No session is shown');
  appended += 1;
  const callId = `appended${appended}`;
  const at = Date.now();
  const event = (type: string, data: object, place: number): StoredEvent => ({
    id: `${callId}:${type}`,
    seq: slot.view.seq + place,
    at,
    type,
    data,
  });
  const view = { kind: 'read', title: 'Read', summary: `src/appended-${appended}.ts` };
  const queued = { callId, messageId: 'r', requestId: 'r', toolName: 'Read', view, parallel: true };
  const next = withEvents(slot, [event('call.queued', queued, 1), event('call.started', { callId }, 2)]);
  if (next === 'gap') throw new Error('The events are not consecutive');
  useWindow.setState({ sessions: { ...sessions, [SESSION_ID]: next } });
  return callId;
}
