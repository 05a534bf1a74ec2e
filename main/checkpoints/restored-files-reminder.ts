import { randomUUID } from 'node:crypto';
import type { NewSessionEvent } from '#shared/session/event.ts';

/** Paths the model is told. */
const MAX_TOLD = 50;

/** The model mustn’t go on from what it remembers of these files. */
export function restoredReminder(restored: readonly string[]): NewSessionEvent {
  const named = restored.slice(0, MAX_TOLD).map((path) => `- ${path}`);
  if (restored.length > MAX_TOLD) named.push(`- … and ${restored.length - MAX_TOLD} more`);
  const text = `<system-reminder>The user restored these files to an earlier state. Read them again before relying on them:\n${named.join('\n')}\n</system-reminder>`;
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
