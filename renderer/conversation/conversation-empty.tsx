import { KeyRound, Play } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { startDemo } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { EarlierSessions } from '../sessions/earlier-sessions.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './conversation-empty.module.css';

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A session without messages: says what to do first. */
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
  return (
    <EmptyState title={`What should be done in ${name}?`}>
      Reading runs by itself. Edits and commands come to the permission queue below, until a rule covers them.
    </EmptyState>
  );
}

function NoModel({ name }: { readonly name: string }) {
  return (
    <EmptyState
      title="No model is connected yet"
      actions={
        <>
          <Button icon={<KeyRound {...icon} />} onClick={() => openDialog({ type: 'access', focus: 'key' })}>
            Enter a key
          </Button>
          <Button icon={<Play {...icon} />} onClick={() => void startDemo()}>
            Try the demo
          </Button>
        </>
      }
    >
      Enter a key or the address of a compatible server, then say what should be done in {name}.
    </EmptyState>
  );
}
