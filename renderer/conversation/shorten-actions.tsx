import { useSession } from '../store/selectors.ts';
import { compact } from '../store/session-actions.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { editAndResend } from './go-back.ts';
import { words } from './shorten-words.ts';

/** Actions when the conversation exceeds the context: change the model, rewind, or compact. */
export function ShortenActions({ sessionId }: { readonly sessionId: string }) {
  const lastMessage = useSession(
    sessionId,
    (view) => view.items.findLast((item) => item.type === 'user' && (item.origin === 'prompt' || item.origin === 'queued'))?.id,
  );
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'model', sessionId })}>
        {words.changeModel}
      </Button>
      {lastMessage !== undefined && (
        <Button size="small" onClick={() => void editAndResend(sessionId, lastMessage)}>
          {words.editLast}
        </Button>
      )}
      <Button size="small" onClick={() => void compact(sessionId)}>
        {words.compact}
      </Button>
    </>
  );
}
