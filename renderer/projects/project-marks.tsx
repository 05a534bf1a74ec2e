import type { OverviewProject } from '#shared/contract/project.ts';
import { markOf, MARKS, SessionMarkSign, SessionMarkText } from '../sessions/session-mark.tsx';
import { words as sessionWords } from '../sessions/words.ts';
import { useWindow } from '../store/app-store.ts';
import { words } from './home-words.ts';
import styles from './project-marks.module.css';

/** What the sessions of a project do: how many requests wait, and how many sessions failed, run, are unread or have background commands. */
export function ProjectMarks({ project }: { readonly project: OverviewProject | undefined }) {
  const shown = useWindow((state) => state.sessionId);
  const waiting = useWindow((state) => state.waitingCounts.find(({ projectDir }) => projectDir === project?.projectDir)?.count) ?? 0;
  const marks = (project?.sessions ?? []).map((session) => markOf(session, shown));
  const counted = MARKS.map((mark) => {
    const sessions = marks.filter((each) => each === mark).length;
    return { mark, count: mark === 'waiting' ? Math.max(waiting, sessions) : sessions };
  }).filter(({ count }) => count > 0);
  if (counted.length === 0) return null;
  return (
    <span className={styles.marks}>
      {counted.map(({ mark, count }) => (
        <SessionMarkText key={mark} mark={mark} className={styles.one}>
          <SessionMarkSign mark={mark} />
          {words.marked(count, sessionWords.states[mark])}
        </SessionMarkText>
      ))}
    </span>
  );
}
