import { FolderOpen, KeyRound, Play, Server } from 'lucide-react';
import { useId } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { openProject, pickProject, startDemo } from '../store/project-actions.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx';
import { relativeTime } from '../ui/relative-time.ts';
import { Wordmark } from './wordmark.tsx';
import styles from './home.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Before a project is open: open one, go back to one, or try the demo. */
export function Home() {
  const app = useWindow((state) => state.app);
  if (!app) return null;
  return (
    <main className={styles.home}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Wordmark />
          <h1 className={styles.title}>An agent works on your folder. Every action passes your gate.</h1>
        </header>
        <section className={styles.open} aria-label="Open a project">
          <Button variant="primary" size="large" icon={<FolderOpen {...icon} />} onClick={() => void pickProject()}>
            Open folder
          </Button>
          <span className={styles.hint}>or drop a folder anywhere in this window</span>
        </section>
        {app.access.ready ? <AccessLine access={app.access} /> : <FirstRun />}
        {app.recent.length > 0 && <RecentProjects />}
      </div>
      <footer className={styles.footer}>Gatehouse {app.version}</footer>
    </main>
  );
}

/** Shown while no model can be reached. */
function FirstRun() {
  return (
    <section className={styles.section} aria-label="Connect a model">
      <h2 className={styles.heading}>No model is connected yet</h2>
      <div className={styles.choices}>
        <Choice
          icon={<Play {...icon} />}
          label="Try the demo"
          detail="A small project and a scripted agent. No key, no network."
          onClick={() => void startDemo()}
        />
        <Choice
          icon={<KeyRound {...icon} />}
          label="Enter a key"
          detail="An Anthropic API key, kept for this run only."
          onClick={() => openDialog({ type: 'access', focus: 'key' })}
        />
        <Choice
          icon={<Server {...icon} />}
          label="Use a compatible server"
          detail="A local model or any server with the Messages API."
          onClick={() => openDialog({ type: 'access', focus: 'server' })}
        />
      </div>
    </section>
  );
}

function AccessLine({ access }: { readonly access: ModelAccess }) {
  return (
    <p className={styles.access}>
      <span>
        Connected to <strong>{access.model}</strong>
        {access.baseUrl !== null && ` at ${access.baseUrl}`}
      </span>
      <Button variant="quiet" size="small" onClick={() => openDialog({ type: 'access', focus: 'key' })}>
        Change
      </Button>
      <Button variant="quiet" size="small" onClick={() => void startDemo()}>
        Try the demo
      </Button>
    </p>
  );
}

interface ChoiceProps {
  readonly icon: React.ReactNode;
  readonly label: string;
  readonly detail: string;
  readonly onClick: () => void;
}

function Choice({ icon: mark, label, detail, onClick }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <button type="button" className={styles.choiceButton} aria-describedby={id} onClick={onClick}>
        {mark}
        {label}
      </button>
      <p id={id} className={styles.choiceDetail}>
        {detail}
      </p>
    </div>
  );
}

function RecentProjects() {
  const recent = useWindow((state) => state.app?.recent) ?? [];
  const home = useWindow((state) => state.app?.homeDir) ?? '';
  return (
    <section className={styles.section} aria-label="Recent projects">
      <h2 className={styles.heading}>Recent projects</h2>
      <ul className={styles.recent}>
        {recent.map((project) => (
          <li key={project.projectDir}>
            <button type="button" className={styles.project} onClick={() => void openProject(project.projectDir)}>
              <span className={styles.projectName}>{project.name}</span>
              <span className={styles.projectPath}>
                <MiddleEllipsis
                  text={
                    home !== '' && project.projectDir.startsWith(`${home}/`)
                      ? `~${project.projectDir.slice(home.length)}`
                      : project.projectDir
                  }
                />
              </span>
              <time className={styles.projectTime} dateTime={new Date(project.openedAt).toISOString()}>
                {relativeTime(project.openedAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
