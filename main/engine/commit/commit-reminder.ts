import { randomUUID } from 'node:crypto';
import { systemReminder } from '#main/tool/own-tags.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Committed } from './commit-files.ts';

const MAX_TOLD = 50;

/** Tells the model what the person committed, so that it doesn't commit it again. */
export function commitReminder({ commit }: Committed, paths: readonly string[]): NewSessionEvent {
  const named = paths.slice(0, MAX_TOLD).map((path) => `- ${path}`);
  if (paths.length > MAX_TOLD) named.push(`- … and ${paths.length - MAX_TOLD} more`);
  const text = systemReminder(`The user committed these files as ${commit}:\n${named.join('\n')}\n`);
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model' },
  };
}
