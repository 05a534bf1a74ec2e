import type { SessionEvent } from '#shared/session/event.ts';

/** After a crash between its start and its first message, an agent has no instructions or task to resume with. @throws Error then. */
export function assertBegan(events: readonly SessionEvent[], agentId: string): void {
  if (!events.some((event) => event.agentId === agentId && event.type === 'user.message'))
    throw new Error('That agent was stopped before it had begun. Start a new one with the whole task.');
}
