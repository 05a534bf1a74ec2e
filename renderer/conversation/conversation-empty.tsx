import { KeyRound, Play } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { startDemo } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { EarlierSessions } from '../sessions/earlier-sessions.tsx';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { words } from './words.ts';
import styles from './conversation-empty.module.css';

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;

const WhatAsks = onDemand(async () => (await import('./what-asks.tsx')).WhatAsks);

/** An empty session: says what to do first. */
export function ConversationEmpty({ sessionId }: { readonly sessionId: string }) {
  const project = useWindow((state) => state.project);
  const introduced = useWindow((state) => state.app?.preferences.introduced) ?? true;
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  if (!project) return null;
  return (
    <div className={styles.empty}>
      <div>{ready || scripted ? <Ready name={project.name} hint={introduced} /> : <NoModel name={project.name} />}</div>
      {!introduced && <WhatAsks sessionId={sessionId} />}
      <EarlierSessions projectDir={project.projectDir} currentId={sessionId} />
    </div>
  );
}

function Ready({ name, hint }: { readonly name: string; readonly hint: boolean }) {
  return <EmptyState title={words.emptyTitle(name)}>{hint ? words.emptyHint : undefined}</EmptyState>;
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
