import type { SessionEvent } from '#shared/session/event.ts';
import type { Todo } from '#shared/session/tool-view.ts';

/** A sub-agent's final to-do list. */
export function lastTodos(events: readonly SessionEvent[], agentId: string): readonly Todo[] {
  const last = events.findLast((event) => event.type === 'todos.updated' && event.agentId === agentId);
  return last?.type === 'todos.updated' ? last.data.todos : [];
}
