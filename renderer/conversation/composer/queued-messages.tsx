import { ArrowUp, Pencil, X } from 'lucide-react';
import { useSession } from '../../store/selectors.ts';
import { sendQueued, unqueue } from '../../store/session-actions.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { addExtras, draftOf, setDraft } from './drafts.ts';
import { words as attachmentWords } from '../../attachments/words.ts';
import { words } from '../words.ts';
import styles from './queued-messages.module.css';

/** Messages to be sent when the turn ends; each can be edited or removed, or sent after a stop kept it back. */
export function QueuedMessages({ sessionId }: { readonly sessionId: string }) {
  const queued = useSession(sessionId, (view) => view.queued) ?? [];
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  if (queued.length === 0) return null;
  const editMessage = async (message: (typeof queued)[number]) => {
    if (await unqueue(sessionId, message.messageId)) putBack(message);
  };
  /** In the box, before what is written there. */
  const putBack = ({ text, extras }: Pick<(typeof queued)[number], 'text' | 'extras'>) => {
    const draft = draftOf(sessionId);
    setDraft(sessionId, draft === '' ? text : `${text}\n${draft}`);
    if (extras) addExtras(sessionId, extras);
  };
  return (
    <ul className={styles.list} aria-label={words.queuedMessages}>
      {queued.map((message) => (
        <li key={message.messageId} className={styles.message}>
          <span className={styles.label}>{words.queued}</span>
          <span className={styles.text} title={message.text}>
            {message.text || attachmentWords.attachments}
          </span>
          {!working && (
            <IconButton
              label={words.sendThisMessage}
              size="small"
              icon={<ArrowUp size={14} strokeWidth={1.5} />}
              onClick={() => void sendQueued(sessionId, message.messageId)}
            />
          )}
          <IconButton
            label={words.editInBox}
            size="small"
            icon={<Pencil size={13} strokeWidth={1.5} />}
            onClick={() => void editMessage(message)}
          />
          <IconButton
            label={words.removeMessage}
            size="small"
            icon={<X size={14} strokeWidth={1.5} />}
            onClick={() => void unqueue(sessionId, message.messageId)}
          />
        </li>
      ))}
    </ul>
  );
}
