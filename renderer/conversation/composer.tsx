import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useSession } from '../store/selectors.ts';
import { interrupt, sendMessage } from '../store/session-actions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { setDraft, useDrafts } from './drafts.ts';
import styles from './composer.module.css';

/** The box to write in. Enter sends, Shift+Enter makes a line; while the agent works a message is queued. */
export function Composer({ sessionId, disabled }: { readonly sessionId: string; readonly disabled: boolean }) {
  const text = useDrafts((state) => state.texts[sessionId] ?? '');
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const canSend = !disabled && text.trim() !== '';

  const send = async () => {
    if (!canSend) return;
    setDraft(sessionId, '');
    const sent = await sendMessage(sessionId, text);
    // What was typed meanwhile stays behind what didn't get out.
    if (!sent) setDraft(sessionId, text + (useDrafts.getState().texts[sessionId] ?? ''));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // 229: an input method takes the key (Safari reports isComposing too late).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void send();
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
          placeholder={working ? 'Next message, sent after this turn' : 'Say what should be done'}
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
            onClick={() => void send()}
          />
        </div>
      </div>
    </div>
  );
}
