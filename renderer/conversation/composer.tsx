import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useSession } from '../store/selectors.ts';
import { interrupt } from '../store/session-actions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { keyNames, matchesChord } from '../ui/key-names.ts';
import { setDraft, useDrafts } from './drafts.ts';
import { sendDraft, SEND_NOW_KEYS } from './send-draft.ts';
import styles from './composer.module.css';

const NEXT_MESSAGE = `Enter queues, ${keyNames(SEND_NOW_KEYS).join(' ')} sends now`;

/** The box to write in. Enter sends, Shift+Enter makes a line; while the agent works a message is queued, with Mod sent now. */
export function Composer({ sessionId, disabled }: { readonly sessionId: string; readonly disabled: boolean }) {
  const text = useDrafts((state) => state.texts[sessionId] ?? '');
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const canSend = !disabled && text.trim() !== '';

  const onKeyDown = (event: KeyboardEvent) => {
    // 229: an input method takes the key (Safari reports isComposing too late).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void sendDraft(sessionId, { now: matchesChord(event, SEND_NOW_KEYS) });
  };

  return (
    <div className={styles.composer}>
      <div className={styles.box}>
        <textarea
          className={styles.input}
          aria-label="Message"
          data-message-box=""
          rows={1}
          autoFocus
          placeholder={working ? NEXT_MESSAGE : 'Say what should be done'}
          value={text}
          onChange={(event) => setDraft(sessionId, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.buttons}>
          {working && (
            <IconButton
              label="Stop"
              keys="Mod+."
              className={styles.stop}
              icon={<Square size={12} fill="currentColor" strokeWidth={0} />}
              onClick={() => void interrupt(sessionId)}
            />
          )}
          <IconButton
            label={working ? 'Queue message' : 'Send'}
            keys="Enter"
            className={styles.send}
            disabled={!canSend}
            icon={<ArrowUp size={16} strokeWidth={2} />}
            onClick={() => void sendDraft(sessionId)}
          />
        </div>
      </div>
    </div>
  );
}
