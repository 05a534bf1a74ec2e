import { ListTodo } from 'lucide-react';
import { blocksOf, openBlockers } from '#shared/session/task-changes.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import { isAtWork, useSession } from '../store/selectors.ts';
import { Badge } from '../ui/display/badge.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { type GlyphState, StatusGlyph } from '../ui/display/status-glyph.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './tasks-pane.module.css';

const GROUPS: readonly ListedTask['status'][] = ['in_progress', 'pending', 'completed'];
const GLYPHS: Record<ListedTask['status'], GlyphState> = { in_progress: 'running', pending: 'open', completed: 'done' };
/** While no agent works. */
const IDLE_GLYPHS: Record<ListedTask['status'], GlyphState> = { ...GLYPHS, in_progress: 'cancelled' };

/** The session's task list by state: in progress, to do with what blocks it, done. */
export function TasksPane({ sessionId }: { readonly sessionId: string }) {
  const tasks = useSession(sessionId, (view) => view.taskList.tasks) ?? [];
  const working = useSession(sessionId, isAtWork) ?? false;
  const done = tasks.filter(({ status }) => status === 'completed').length;
  return (
    <section className={styles.pane} aria-label={words.pane}>
      <header className={styles.toolbar}>
        <h2>{words.pane}</h2>
        {tasks.length > 0 && (
          <span className={styles.count} role="status">
            {words.done(done, tasks.length)}
          </span>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it */}
      <div className={styles.scroller} data-scroller="" tabIndex={0} role="group" aria-label={words.pane}>
        {tasks.length === 0 && (
          <EmptyState icon={<ListTodo size={24} strokeWidth={1.5} />} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        )}
        {GROUPS.map((status) => (
          <Group key={status} status={status} tasks={tasks} working={working} />
        ))}
      </div>
    </section>
  );
}

interface GroupProps {
  readonly status: ListedTask['status'];
  readonly tasks: readonly ListedTask[];
  readonly working: boolean;
}

function Group({ status, tasks, working }: GroupProps) {
  const shown = tasks.filter((task) => task.status === status);
  if (shown.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>
        {words.groups[status]} <Badge>{shown.length}</Badge>
      </h3>
      <ul className={styles.list} aria-label={words.groups[status]}>
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} working={working} blockers={openBlockers(tasks, task)} blocks={blocksOf(tasks, task.id)} />
        ))}
      </ul>
    </section>
  );
}

interface TaskRowProps {
  readonly task: ListedTask;
  readonly working: boolean;
  readonly blockers: readonly string[];
  readonly blocks: readonly string[];
}

function TaskRow({ task, working, blockers, blocks }: TaskRowProps) {
  const { id, subject, description, activeForm, status, owner } = task;
  const blocked = status === 'pending' && blockers.length > 0;
  const relations = [
    ...(status !== 'completed' && blockers.length > 0 ? [words.blockedBy(blockers)] : []),
    ...(status !== 'completed' && blocks.length > 0 ? [words.blocks(blocks)] : []),
  ];
  return (
    <li className={styles.task} data-status={status}>
      <span className={styles.glyph}>
        <StatusGlyph
          state={blocked ? 'waiting' : (working ? GLYPHS : IDLE_GLYPHS)[status]}
          label={blocked ? words.blocked : words.states[status]}
        />
      </span>
      <div className={styles.text}>
        <p className={styles.line}>
          <span className={styles.number}>{words.number(id)}</span>
          <span className={styles.subject}>
            <VisibleText text={subject} />
          </span>
          {owner !== undefined && (
            <span className={styles.owner} title={words.owner(owner)}>
              <VisibleText text={owner} />
            </span>
          )}
        </p>
        {status === 'in_progress' && activeForm !== undefined && (
          <p className={styles.quiet}>
            <VisibleText text={activeForm} />
          </p>
        )}
        {description !== '' && status !== 'completed' && (
          <p className={styles.description}>
            <VisibleText text={description} />
          </p>
        )}
        {relations.length > 0 && <p className={styles.quiet}>{relations.join(' · ')}</p>}
      </div>
    </li>
  );
}
