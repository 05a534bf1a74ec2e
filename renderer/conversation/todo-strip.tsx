import { ChevronRight } from 'lucide-react';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import { isAtWork, useSession } from '../store/selectors.ts';
import { type GlyphState, StatusGlyph } from '../ui/display/status-glyph.tsx';
import { words } from './words.ts';
import styles from './conversation.module.css';

const STATES: Record<Todo['status'], GlyphState> = { pending: 'open', in_progress: 'running', completed: 'done' };
/** After a stop nothing is in progress, whatever the list says. */
const IDLE_STATES: Record<Todo['status'], GlyphState> = { ...STATES, in_progress: 'cancelled' };

/** The agent's todo list, or the session's task list: one line, expandable. */
export function TodoStrip({ sessionId }: { readonly sessionId: string }) {
  const written = useSession(sessionId, (view) => view.todos) ?? [];
  const tasks = useSession(sessionId, (view) => view.taskList.tasks) ?? [];
  const working = useSession(sessionId, isAtWork) ?? false;
  const hasTasks = tasks.length > 0;
  const todos = hasTasks ? tasks.map(asTodo) : written;
  if (todos.length === 0) return null;
  const done = todos.filter((todo) => todo.status === 'completed').length;
  const current = todos.find((todo) => todo.status === 'in_progress');
  return (
    <details className={styles.strip}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        <span className={styles.count}>{(hasTasks ? words.tasksDone : words.stepsDone)(done, todos.length)}</span>
        {current && <span className={styles.current}>{working ? current.activeForm : current.content}</span>}
      </summary>
      <ol className={styles.list}>
        {todos.map((todo, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps have no id, and the list is always replaced whole
          <li key={`${index}:${todo.content}`} className={styles.todo} data-status={todo.status}>
            <StatusGlyph state={working ? STATES[todo.status] : IDLE_STATES[todo.status]} label={words.todoStates[todo.status]} />
            {todo.content}
          </li>
        ))}
      </ol>
    </details>
  );
}

function asTodo({ subject, status, activeForm = subject }: ListedTask): Todo {
  return { content: subject, status, activeForm };
}
