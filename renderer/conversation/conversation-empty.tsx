import { KeyRound, Play } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { startDemo } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A session without messages: says what to do first. */
export function ConversationEmpty({ sessionId }: { readonly sessionId: string }) {
  const name = useWindow((state) => state.project?.name) ?? '';
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  if (!ready && !scripted)
    return (
      <EmptyState
        title="No model is connected yet"
        actions={
          <>
            <Button
              icon={<KeyRound size={15} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => openDialog({ type: 'access', focus: 'key' })}
            >
              Enter a key
            </Button>
            <Button icon={<Play size={15} strokeWidth={1.5} aria-hidden="true" />} onClick={() => void startDemo()}>
              Try the demo
            </Button>
          </>
        }
      >
        Enter a key or the address of a compatible server, then say what should be done in {name}.
      </EmptyState>
    );
  return (
    <EmptyState title={`What should be done in ${name}?`}>
      Reading runs by itself. Edits and commands come to the permission queue below, until a rule covers them.
    </EmptyState>
  );
}
