import type { ListedTask } from '#shared/session/task-list.ts';

export const words = {
  pane: 'Tasks',
  done: (done: number, total: number) => `${done} of ${total} done`,
  empty: 'No tasks yet',
  emptyText: 'For work with several steps, the agent lists its tasks here. Its sub-agents share the list.',
  groups: { in_progress: 'In progress', pending: 'To do', completed: 'Done' } satisfies Record<ListedTask['status'], string>,
  states: { in_progress: 'In progress', pending: 'To do', completed: 'Done' } satisfies Record<ListedTask['status'], string>,
  blocked: 'Blocked',
  number: (id: string) => `#${id}`,
  blockedBy: (ids: readonly string[]) => `blocked by ${ids.map((id) => `#${id}`).join(', ')}`,
  blocks: (ids: readonly string[]) => `blocks ${ids.map((id) => `#${id}`).join(', ')}`,
  owner: (name: string) => `Worked on by ${name}`,
};
