import { Layers2, Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { isOwnMessage } from '#shared/session/turn-start.ts';
import type { ConversationItem } from '#shared/session/view.ts';
import { Button } from '../../ui/controls/button.tsx';
import { absoluteTime, tokenCount } from '../../ui/format.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import { words } from './divider-words.ts';
import styles from './divider-items.module.css';

const useOpen = keptState<boolean>('divider', isBoolean);

type Compacted = Extract<ConversationItem, { type: 'compacted' }>;

export interface CompactedItemProps {
  readonly sessionId: string;
  readonly item: Compacted;
}

/** Marks a compaction: the model knows everything above only as this summary. */
export function CompactedItem({ sessionId, item }: CompactedItemProps) {
  const [open, setOpen] = useOpen(sessionId, item.id, false);
  const body = useId();
  const plan = item.trigger === 'plan';
  return (
    <section aria-label={plan ? words.clearedForPlan : words.compactedHere}>
      <div className={styles.divider} title={absoluteTime(item.at)}>
        <span className={styles.words}>
          <Layers2 size={14} strokeWidth={1.5} aria-hidden="true" />
          {plan ? words.clearedForPlan : words.compactedHere}, {tokenCount(item.tokensBefore)} → {tokenCount(item.tokensAfter)}{' '}
          {words.tokens}
        </span>
        <Button size="small" variant="quiet" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          {open ? words.hide : words.show} {plan ? words.plan : words.summary}
        </Button>
      </div>
      <div id={body} hidden={!open}>
        {open && (
          <div className={styles.body}>
            <Markdown text={item.summary} />
          </div>
        )}
      </div>
    </section>
  );
}

type Rewound = Extract<ConversationItem, { type: 'rewound' }>;

export interface RewoundItemProps {
  readonly sessionId: string;
  readonly item: Rewound;
  /** The rewound items, rendered when expanded. */
  readonly children: ReactNode;
}

/** A rewound part of the conversation: collapsed, never deleted. */
export function RewoundItem({ sessionId, item, children }: RewoundItemProps) {
  const [open, setOpen] = useOpen(sessionId, item.id, false);
  const body = useId();
  const messages = item.items.filter(isOwnMessage).length;
  return (
    <section aria-label={words.rewound}>
      <div className={styles.divider} title={absoluteTime(item.at)}>
        <span className={styles.words}>
          <Undo2 size={14} strokeWidth={1.5} aria-hidden="true" />
          {messages === 0 ? words.rewound : words.rewoundMessages(messages)}
        </span>
        <Button size="small" variant="quiet" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          {open ? words.hide : words.show}
        </Button>
      </div>
      <div id={body} hidden={!open}>
        {open && <div className={styles.gone}>{children}</div>}
      </div>
    </section>
  );
}
