import { ChevronRight } from 'lucide-react';
import type { Todo } from '#shared/session/tool-view.ts';
import { useSession } from '../store/selectors.ts';
import { StatusGlyph, type CallState } from '../ui/status-glyph.tsx';
import { words } from './words.ts';
import styles from './todo-strip.module.css';

const STATES: Record<Todo['status'], CallState> = { pending: 'queued', in_progress: 'running', completed: 'done' };
const WORDS: Record<Todo['status'], string> = { pending: 'To do', in_progress: 'In progress', completed: 'Done' };

/** The agent's todo list: one line, expandable. */
export function TodoStrip({ sessionId }: { readonly sessionId: string }) {
  const todos = useSession(sessionId, (view) => view.todos) ?? [];
  if (todos.length === 0) return null;
  const done = todos.filter((todo) => todo.status === 'completed').length;
  const current = todos.find((todo) => todo.status === 'in_progress');
  return (
    <details className={styles.strip}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        <span className={styles.count}>{words.ofStepsDone(done, todos.length)}</span>
        {current && <span className={styles.current}>{current.activeForm}</span>}
      </summary>
      <ol className={styles.list}>
        {todos.map((todo, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps have no id, and the list is always replaced whole
          <li key={`${index}:${todo.content}`} className={styles.todo} data-status={todo.status}>
            <StatusGlyph state={STATES[todo.status]} label={WORDS[todo.status]} />
            {todo.content}
          </li>
        ))}
      </ol>
    </details>
  );
}
