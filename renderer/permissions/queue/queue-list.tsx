import type { ReactNode, Ref } from 'react';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import type { AskGroup } from './ask-groups.ts';
import { MoreRows } from './more-rows.tsx';
import { WaitingRow } from './queue-strip.tsx';
import type { HiddenRows } from './use-hidden-rows.ts';
import { words } from '../words.ts';
import styles from './permission-queue.module.css';

interface QueueListProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly groups: readonly AskGroup[];
  readonly current: AskGroup | undefined;
  /** The card of the current one. */
  readonly open: ReactNode;
  /** The card is still to be loaded. */
  readonly isLoading: boolean;
  /** The session shown in the window. */
  readonly sessionId: string;
  /** It is out of sight. */
  readonly covered: boolean;
  readonly hidden: HiddenRows;
  readonly onShow: (group: AskGroup | undefined) => void;
}

/** What waits: one request open, the others as rows. */
export function QueueList({ ref, groups, current, open, isLoading, sessionId, covered, hidden, onShow }: QueueListProps) {
  const at = current ? groups.indexOf(current) : -1;
  return (
    <div
      ref={ref}
      className={styles.scroll}
      hidden={covered}
      aria-busy={isLoading}
      data-above={hidden.above > 0}
      data-below={hidden.below > 0}
    >
      <MoreRows side="above" count={hidden.above} final={hidden.finalAbove} onShow={() => onShow(groups[at - 1])} />
      {current && isLoading && <Skeleton lines={4} label={words.openingTheRequest} />}
      {groups.map((group) =>
        group === current ? open : <WaitingRow key={group.key} group={group} sessionId={sessionId} onShow={() => onShow(group)} />,
      )}
      <MoreRows side="below" count={hidden.below} final={hidden.finalBelow} onShow={() => onShow(groups[at + 1])} />
    </div>
  );
}
