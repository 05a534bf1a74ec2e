import type { OverviewProject } from '#shared/contract/project.ts';
import { markOf, MARKS, SessionMarkSign } from '../sessions/session-mark.tsx';
import { words as sessionWords } from '../sessions/words.ts';
import { useWindow } from '../store/app-store.ts';
import { words } from './home-words.ts';
import styles from './project-marks.module.css';

/** What the sessions of a project do: how many wait, failed, run, are unread or have background commands. */
export function ProjectMarks({ project }: { readonly project: OverviewProject | undefined }) {
  const shown = useWindow((state) => state.sessionId);
  const marks = (project?.sessions ?? []).map((session) => markOf(session, shown));
  const counted = MARKS.map((mark) => ({ mark, count: marks.filter((each) => each === mark).length })).filter(({ count }) => count > 0);
  if (counted.length === 0) return null;
  return (
    <span className={styles.marks}>
      {counted.map(({ mark, count }) => (
        <span key={mark} className={styles.one} data-mark={mark}>
          <SessionMarkSign mark={mark} />
          {words.marked(count, sessionWords.states[mark])}
        </span>
      ))}
    </span>
  );
}
