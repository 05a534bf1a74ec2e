import { Copy, Ellipsis, GitFork, History, Paperclip, Undo2 } from 'lucide-react';
import type { ConversationItem } from '#shared/session/view.ts';
import { words as attachmentWords } from '../../attachments/words.ts';
import { absoluteTime } from '../../ui/format.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { useSession } from '../../store/selectors.ts';
import { openDialog } from '../../store/window-actions.ts';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { words } from '../words.ts';
import { isStopOnCard } from '../turn/is-stop-on-card.ts';
import { copyMessage } from './text-item.tsx';
import { editAndResend, forkFromHere } from '../composer/message-box.ts';
import { SentText } from './sent-text.tsx';
import styles from './user-message.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

type UserItem = Extract<ConversationItem, { type: 'user' }>;

const ORIGINS: Readonly<Record<string, string>> = words.origins;

/** Messages that started a turn, to which one can rewind. */
const SENT: ReadonlySet<string> = new Set(['prompt', 'queued', 'scheduled']);

export interface UserMessageProps {
  readonly sessionId: string;
  readonly item: UserItem;
  /** It was rewound. */
  readonly past: boolean;
}

/** A message of the user. Plain text: nothing in it is interpreted. */
export function UserMessage({ sessionId, item, past }: UserMessageProps) {
  if (item.origin === 'interruption') return <Stopped sessionId={sessionId} item={item} past={past} />;
  const origin = ORIGINS[item.origin];
  return (
    <article
      className={styles.message}
      aria-label={item.origin === 'scheduled' ? words.origins.scheduled : words.you}
      title={absoluteTime(item.at)}
      data-origin={item.origin}
    >
      {origin !== undefined && <span className={styles.origin}>{origin}</span>}
      <SentText sessionId={sessionId} messageId={item.id} text={item.text} />
      {item.images.map((image, index) => (
        <img
          // oxlint-disable-next-line react/no-array-index-key -- the images of a message never change
          key={index}
          className={styles.image}
          src={`data:${image.media_type};base64,${image.data}`}
          alt={attachmentWords.attachment(index + 1)}
        />
      ))}
      {!past && SENT.has(item.origin) && <MessageMenu sessionId={sessionId} messageId={item.id} text={item.text} />}
    </article>
  );
}

/** The message tells the model that it was stopped; people get one line: the turn's card, or at the end of the conversation its status. */
function Stopped({ sessionId, item, past }: UserMessageProps) {
  const isSaidBelow =
    useSession(sessionId, (view) => isStopOnCard(view, item.id) || (view.turn === null && view.items.at(-1)?.id === item.id)) ?? false;
  if (isSaidBelow && !past) return null;
  return (
    <p className={styles.stopped} title={absoluteTime(item.at)}>
      <StatusGlyph state="cancelled" />
      {words.endings.interrupted}
    </p>
  );
}

interface MessageMenuProps {
  readonly sessionId: string;
  readonly messageId: string;
  readonly text: string;
}

/** Actions on a message: edit, fork, restore. */
function MessageMenu({ sessionId, messageId, text }: MessageMenuProps) {
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.trigger} aria-label={words.messageActions} title={words.messageActions}>
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem
        icon={<Undo2 {...icon} />}
        disabled={working}
        detail={working ? words.whenDone : words.editHint}
        onSelect={() => editAndResend(sessionId, messageId)}
      >
        {words.editAndResend}
      </MenuItem>
      <MenuItem
        icon={<History {...icon} />}
        disabled={working}
        detail={working ? words.whenDone : words.restoreHint}
        onSelect={() => openDialog({ type: 'restore', sessionId, messageId })}
      >
        {words.restore}
      </MenuItem>
      <MenuItem icon={<GitFork {...icon} />} detail={words.forkHint} onSelect={() => void forkFromHere(sessionId, messageId)}>
        {words.forkFromHere}
      </MenuItem>
      <MenuItem icon={<Copy {...icon} />} onSelect={() => void copyMessage(text)}>
        {words.copyMessage}
      </MenuItem>
    </Menu>
  );
}

type Attachment = Extract<ConversationItem, { type: 'attachment' }>;

/** What was attached to the message above. */
export function AttachmentItem({ item }: { readonly item: Attachment }) {
  return (
    <p className={styles.attachment} title={item.name}>
      <Paperclip size={13} strokeWidth={1.5} aria-hidden="true" />
      <span className="visually-hidden">{words.attached}</span>
      <span className={styles.name}>
        <VisibleText text={item.name} />
      </span>
      <span>{item.note}</span>
    </p>
  );
}
