import { Paperclip } from 'lucide-react';
import type { ConversationItem } from '#shared/session/view.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './attachment-item.module.css';

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
