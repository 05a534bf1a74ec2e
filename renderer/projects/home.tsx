import { FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { followOverview, useOverview } from '../store/overview.ts';
import { withShortPaths } from '../paths/short-path.ts';
import { useWindow } from '../store/app-store.ts';
import { openProject, pickProject, startDemo } from '../store/project-actions.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { MiddleEllipsis } from '../ui/display/middle-ellipsis.tsx';
import { useNow } from '../time/clock.ts';
import { relativeTime } from '../ui/format.ts';
import { ConnectChoices, FirstSteps } from './first-steps.tsx';
import { ProjectMarks } from './project-marks.tsx';
import { words } from './home-words.ts';
import { words as folderWords } from './words.ts';
import styles from './home.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Shown without a project: open a folder, reopen a recent one, or try the demo. */
export function Home() {
  const app = useWindow((state) => state.app);
  if (!app) return null;
  return (
    <main className={styles.home}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Wordmark />
          <h1 className={styles.title}>
            {words.claim.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
        </header>
        {app.preferences.introduced ? <Start access={app.access} /> : <FirstSteps />}
        {app.recent.length > 0 && <RecentProjects />}
      </div>
      <footer className={styles.footer}>{words.gatehouse(app.version)}</footer>
    </main>
  );
}

function Start({ access }: { readonly access: ModelAccess }) {
  return (
    <>
      <section className={styles.open} aria-label={words.openAProject}>
        <Button variant="primary" size="large" icon={<FolderOpen {...icon} />} onClick={() => void pickProject()}>
          {folderWords.openFolder}
        </Button>
        <span className={styles.drop}>{words.orDrop}</span>
      </section>
      {access.ready ? <AccessLine access={access} /> : <NoModel />}
    </>
  );
}

/** Shown while no model is configured. */
function NoModel() {
  return (
    <section className={styles.section} aria-label={words.connectAModel}>
      <h2 className={styles.heading}>{words.noModelIsConnected}</h2>
      <ConnectChoices />
    </section>
  );
}

function AccessLine({ access }: { readonly access: ModelAccess }) {
  return (
    <p className={styles.access}>
      <span>
        {words.connectedTo} <strong>{access.model}</strong>
        {access.baseUrl !== null && words.at(access.baseUrl)}
      </span>
      <Button variant="quiet" size="small" onClick={() => openDialog({ type: 'access', focus: 'key' })}>
        {words.change}
      </Button>
      <Button variant="quiet" size="small" onClick={() => void startDemo()}>
        {words.tryTheDemo}
      </Button>
    </p>
  );
}

function RecentProjects() {
  const recent = useWindow((state) => state.app?.recent) ?? [];
  const home = useWindow((state) => state.app?.homeDir);
  const overview = useOverview((state) => state.projects);
  useEffect(followOverview, []);
  // Times become older while they are read.
  useNow(60_000);
  return (
    <section className={styles.section} aria-label={words.recentProjects}>
      <h2 className={styles.heading}>{words.recentProjects}</h2>
      <ul className={styles.recent}>
        {recent.map((project) => {
          const listed = overview?.find(({ projectDir }) => projectDir === project.projectDir);
          const usedAt = Math.max(project.openedAt, ...(listed?.sessions ?? []).map(({ updatedAt }) => updatedAt));
          return (
            <li key={project.projectDir}>
              <button type="button" className={styles.project} onClick={() => void openProject(project.projectDir)}>
                <span className={styles.projectName}>{project.name}</span>
                <span className={styles.projectPath}>
                  <MiddleEllipsis text={withShortPaths(project.projectDir, { home })} />
                </span>
                <time className={styles.projectTime} dateTime={new Date(usedAt).toISOString()}>
                  {relativeTime(usedAt)}
                </time>
                <ProjectMarks project={listed} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Logo and name. */
function Wordmark() {
  return (
    <div className={styles.wordmark}>
      <svg width="22" height="22" viewBox="0 0 22 22" fill="currentColor" aria-hidden="true">
        <path d="M2 20V9l3-3V1h3v3h6V1h3v5l3 3v11h-5v-6a4 4 0 0 0-8 0v6z" />
      </svg>
      {words.gatehouseName}
    </div>
  );
}
