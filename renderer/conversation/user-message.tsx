import type { ConversationItem } from '#shared/session/view.ts';
import { LinkedText } from '../paths/linked-text.tsx';
import { absoluteTime } from '../ui/relative-time.ts';
import { MessageMenu } from './message-menu.tsx';
import { words } from './words.ts';
import styles from './user-message.module.css';

type UserItem = Extract<ConversationItem, { type: 'user' }>;

const ORIGINS: Record<string, string> = {
  feedback: 'Said with a denial',
  interruption: 'Stopped',
  reminder: 'Reminder',
  queued: 'Sent after the turn',
};

/** Messages that started a turn, to which one can rewind. */
const SENT: ReadonlySet<string> = new Set(['prompt', 'queued']);

export interface UserMessageProps {
  readonly sessionId: string;
  readonly item: UserItem;
  /** It was rewound. */
  readonly past: boolean;
}

/** A message of the user. Plain text: nothing in it is interpreted. */
export function UserMessage({ sessionId, item, past }: UserMessageProps) {
  const origin = ORIGINS[item.origin];
  return (
    <article className={styles.message} aria-label={words.you} title={absoluteTime(item.at)} data-origin={item.origin}>
      {origin !== undefined && <span className={styles.origin}>{origin}</span>}
      <LinkedText text={item.text} />
      {item.images.map((image, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the images of a message never change
        <img key={index} className={styles.image} src={`data:${image.media_type};base64,${image.data}`} alt={words.attachment(index + 1)} />
      ))}
      {!past && SENT.has(item.origin) && <MessageMenu sessionId={sessionId} messageId={item.id} />}
    </article>
  );
}
