import { useMemo } from 'react';
import type { OverviewProject } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { sessionsOf } from '../store/overview.ts';
import { shortTime } from '../ui/format.ts';
import { ListedSession, type ListedSessionProps } from './listed-session.tsx';
import { needingYou } from './needs-you.ts';
import { rowName } from './row-name.ts';
import { words } from './words.ts';
import styles from './session-list.module.css';

export interface NeedingYouProps extends Pick<ListedSessionProps, 'now' | 'onOpen' | 'onRename' | 'onMenu'> {
  readonly projects: readonly OverviewProject[];
  /** The name of the row whose title is being changed. */
  readonly renaming: string | null;
}

/** The sessions of all projects that need the person. They are also listed in their projects. */
export function NeedingYou({ projects, renaming, now, onOpen, onRename, onMenu }: NeedingYouProps) {
  const shown = useWindow((state) => state.sessionId);
  const sessions = useMemo(() => needingYou(sessionsOf(projects), shown), [projects, shown]);
  const names = new Map(projects.map(({ projectDir, name }) => [projectDir, name]));
  if (sessions.length === 0) return null;
  return (
    <section className={styles.project} aria-label={words.needsYou}>
      <h3 className={styles.name}>{words.needsYou}</h3>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <ListedSession
            key={session.sessionId}
            session={session}
            projectName={names.get(session.projectDir)}
            timeOf={shortTime}
            now={now}
            renaming={rowName(session, true) === renaming}
            onOpen={onOpen}
            onRename={onRename}
            onMenu={onMenu}
          />
        ))}
      </ul>
    </section>
  );
}
