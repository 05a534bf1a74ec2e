import { ArrowDown, ArrowDownToLine, ArrowUp } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { words } from '../words.ts';
import type { WaitingOutside } from './waiting-lines.ts';
import styles from './edge-marks.module.css';

export interface EdgeMarksProps {
  /** What waits for the person outside the view. */
  readonly waiting: WaitingOutside;
  readonly onGoTo: (line: number) => void;
  /** The rows don't follow what is new. */
  readonly mayFollow: boolean;
  readonly onFollow: () => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** At the edges of the rows: which requests wait beyond them, and the way back to what is new. */
export function EdgeMarks({ waiting: { above, below }, onGoTo, mayFollow, onFollow }: EdgeMarksProps) {
  const [nearestAbove, nearestBelow] = [above.at(-1), below[0]];
  return (
    <>
      {nearestAbove !== undefined && (
        <div className={styles.top}>
          <Button size="small" className={styles.waiting} icon={<ArrowUp {...icon} />} onClick={() => onGoTo(nearestAbove)}>
            {words.waitAbove(above.length)}
          </Button>
        </div>
      )}
      {(nearestBelow !== undefined || mayFollow) && (
        <div className={styles.bottom}>
          {nearestBelow !== undefined && (
            <Button size="small" className={styles.waiting} icon={<ArrowDown {...icon} />} onClick={() => onGoTo(nearestBelow)}>
              {words.waitBelow(below.length)}
            </Button>
          )}
          {mayFollow && (
            <Button size="small" icon={<ArrowDownToLine {...icon} />} onClick={onFollow}>
              {words.follow} <Kbd keys="F" />
            </Button>
          )}
        </div>
      )}
    </>
  );
}
