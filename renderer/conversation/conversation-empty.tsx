import { KeyRound, Play } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { startDemo } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { EarlierSessions } from '../sessions/earlier-sessions.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { words } from './words.ts';
import styles from './conversation-empty.module.css';

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** An empty session: says what to do first. */
export function ConversationEmpty({ sessionId }: { readonly sessionId: string }) {
  const project = useWindow((state) => state.project);
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  if (!project) return null;
  return (
    <div className={styles.empty}>
      <div>{ready || scripted ? <Ready name={project.name} /> : <NoModel name={project.name} />}</div>
      <EarlierSessions projectDir={project.projectDir} currentId={sessionId} />
    </div>
  );
}

function Ready({ name }: { readonly name: string }) {
  return <EmptyState title={words.emptyTitle(name)}>{words.emptyHint}</EmptyState>;
}

function NoModel({ name }: { readonly name: string }) {
  return (
    <EmptyState
      title={words.noModel}
      actions={
        <>
          <Button icon={<KeyRound {...icon} />} onClick={() => openDialog({ type: 'access', focus: 'key' })}>
            {words.enterAKey}
          </Button>
          <Button icon={<Play {...icon} />} onClick={() => void startDemo()}>
            {words.tryTheDemo}
          </Button>
        </>
      }
    >
      {words.noModelHint(name)}
    </EmptyState>
  );
}
