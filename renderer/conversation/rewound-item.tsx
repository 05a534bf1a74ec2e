import { Undo2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { Button } from '../ui/button.tsx';
import { absoluteTime } from '../ui/relative-time.ts';
import { words } from './words.ts';
import styles from './divider.module.css';

type Rewound = Extract<ConversationItem, { type: 'rewound' }>;

export interface RewoundItemProps {
  readonly item: Rewound;
  /** The rewound items, rendered when expanded. */
  readonly children: ReactNode;
}

/** A rewound part of the conversation: collapsed, never deleted. */
export function RewoundItem({ item, children }: RewoundItemProps) {
  const [open, setOpen] = useState(false);
  const body = useId();
  const messages = item.items.filter(({ type }) => type === 'user').length;
  return (
    <section aria-label={words.takenBack}>
      <div className={styles.divider} title={absoluteTime(item.at)}>
        <span className={styles.words}>
          <Undo2 size={14} strokeWidth={1.5} aria-hidden="true" />
          {messages === 1 ? words.oneTakenBack : words.manyTakenBack(messages)}
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
