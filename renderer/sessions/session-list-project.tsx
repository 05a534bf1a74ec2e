import { Archive, ChevronRight, Plus } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import type { OverviewProject, OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { foldProject, useFoldedProjects } from '../store/folded-projects.ts';
import { openProject, startSessionIn } from '../store/project-actions.ts';
import { uncoverPanes } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { shortTime } from '../ui/format.ts';
import { byDay, type Day } from './by-day.ts';
import { ListedSession, type ListedSessionProps } from './listed-session.tsx';
import { rowName } from './row-name.ts';
import { words } from './words.ts';
import styles from './session-list.module.css';

export interface SessionListProjectProps extends Pick<ListedSessionProps, 'now' | 'onOpen' | 'onRename' | 'onMenu'> {
  readonly project: OverviewProject;
  /** Only matches are listed, archived ones too. */
  readonly filtered: boolean;
  /** The name of the row whose title is being changed. */
  readonly renaming: string | null;
}

/** A project's sessions, by day where they are many; the archived ones are folded. */
export function SessionListProject({ project, filtered, renaming, now, onOpen, onRename, onMenu }: SessionListProjectProps) {
  const { projectDir, name, sessions, total, archived } = project;
  const [unfolded, setUnfolded] = useState(false);
  const open = useCallback(
    (session: OverviewSession) => {
      // Without the filter it would be out of sight.
      if (session.archived) setUnfolded(true);
      onOpen(session);
    },
    [onOpen],
  );
  const rows = (some: readonly OverviewSession[], timeOf: Day['timeOf']) => (
    <ul className={styles.sessions}>
      {some.map((session) => (
        <ListedSession
          key={session.sessionId}
          session={session}
          timeOf={timeOf}
          now={now}
          renaming={rowName(session) === renaming}
          onOpen={open}
          onRename={onRename}
          onMenu={onMenu}
        />
      ))}
    </ul>
  );
  // What is looked for is shown wherever it is.
  const folded = useFoldedProjects((dirs) => dirs.includes(projectDir)) && !filtered;
  const heading = (
    <ProjectHeading projectDir={projectDir} name={name} count={total} folded={folded} canFold={!filtered && total + archived.length > 0} />
  );
  if (folded)
    return (
      <section className={styles.project} aria-label={name}>
        {heading}
      </section>
    );
  return (
    <section className={styles.project} aria-label={name}>
      {heading}
      {sessions.length + archived.length === 0 && <WithoutSessions projectDir={projectDir} name={name} />}
      {byDay(sessions, now).map((day) => (
        <div key={day.name}>
          {day.name !== null && <h4 className={styles.day}>{day.name}</h4>}
          {rows(day.sessions, day.timeOf)}
        </div>
      ))}
      {total > sessions.length && !filtered && <p className={styles.note}>{words.moreSessions(total - sessions.length)}</p>}
      {archived.length > 0 && !filtered && (
        <button type="button" className={styles.archived} data-fold="" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          <ChevronRight size={12} strokeWidth={1.75} aria-hidden="true" />
          <Archive size={12} strokeWidth={1.75} aria-hidden="true" />
          {words.archived(archived.length)}
        </button>
      )}
      {archived.length > 0 && (filtered || unfolded) && rows(archived, shortTime)}
    </section>
  );
}

interface ProjectHeadingProps extends Pick<OverviewProject, 'projectDir' | 'name'> {
  readonly count: number;
  readonly folded: boolean;
  readonly canFold: boolean;
}

/** Folds its sessions with a press, and starts another one. The buttons don't repeat the name, which their row shows. */
function ProjectHeading({ projectDir, name, count, folded, canFold }: ProjectHeadingProps) {
  const id = useId();
  return (
    <div className={styles.heading} data-folded={folded}>
      <h3 id={id} className={styles.name} title={projectDir}>
        <VisibleText text={name} />
      </h3>
      {folded && <span className={styles.count}>{count}</span>}
      {canFold && (
        <button
          type="button"
          className={styles.foldProject}
          aria-label={words.foldProject}
          aria-expanded={!folded}
          aria-describedby={id}
          onClick={() => foldProject(projectDir, !folded)}
        >
          <ChevronRight size={12} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <IconButton
        label={words.startHere}
        size="small"
        className={styles.startHere}
        aria-describedby={id}
        icon={<Plus size={14} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() => {
          void startSessionIn(projectDir);
          uncoverPanes();
        }}
      />
    </div>
  );
}

/** Of the open project a note, of another a way to open it. */
function WithoutSessions({ projectDir, name }: Pick<OverviewProject, 'projectDir' | 'name'>) {
  const isOpen = useWindow((state) => state.project?.projectDir === projectDir);
  if (isOpen) return <p className={styles.note}>{words.noSessions}</p>;
  return (
    <button type="button" className={styles.archived} onClick={() => void openProject(projectDir)}>
      {words.openProject(name)}
    </button>
  );
}
