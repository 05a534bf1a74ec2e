import { Layers2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { Button } from '../ui/button.tsx';
import { absoluteTime } from '../ui/relative-time.ts';
import { Markdown } from './markdown.tsx';
import { tokenCount } from './token-count.ts';
import { words } from './words.ts';
import styles from './divider.module.css';

type Compacted = Extract<ConversationItem, { type: 'compacted' }>;

/** Marks a compaction: the model knows everything above only as this summary. */
export function CompactedItem({ item }: { readonly item: Compacted }) {
  const [open, setOpen] = useState(false);
  const body = useId();
  const plan = item.trigger === 'plan';
  return (
    <section aria-label={plan ? words.beganAnew : words.compactedHere}>
      <div className={styles.divider} title={absoluteTime(item.at)}>
        <span className={styles.words}>
          <Layers2 size={14} strokeWidth={1.5} aria-hidden="true" />
          {plan ? words.beganAnew : words.compactedHere}, {tokenCount(item.tokensBefore)} → {tokenCount(item.tokensAfter)} {words.tokens}
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
