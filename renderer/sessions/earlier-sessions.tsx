import { useEffect } from 'react';
import { showSession } from '../store/project-actions.ts';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { useNow } from '../time/clock.ts';
import { useSessions } from './use-sessions.ts';
import { words } from './words.ts';
import styles from './earlier-sessions.module.css';

/** How many are shown; the menu in the title bar has all. */
const SHOWN = 5;

export interface EarlierSessionsProps {
  readonly projectDir: string;
  readonly currentId: string;
}

/** Earlier sessions of this folder to resume. */
export function EarlierSessions({ projectDir, currentId }: EarlierSessionsProps) {
  const { sessions, load } = useSessions(projectDir);
  useEffect(() => void load(), [load]);
  // Times become older while they are read.
  useNow(60_000);
  const earlier = sessions.filter(({ sessionId, title, archived }) => sessionId !== currentId && title !== '' && !archived).slice(0, SHOWN);
  if (earlier.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label={words.earlierSessions}>
      <h2 className={styles.heading}>{words.orResume}</h2>
      <ul className={styles.list}>
        {earlier.map((session) => (
          <li key={session.sessionId}>
            <button type="button" className={styles.session} onClick={() => void showSession(session.sessionId)}>
              <span className={styles.title}>{session.title}</span>
              <time className={styles.time} dateTime={new Date(session.updatedAt).toISOString()} title={absoluteTime(session.updatedAt)}>
                {relativeTime(session.updatedAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
