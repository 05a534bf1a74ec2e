import { ChevronDown, ChevronUp } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { LineSpan, Side } from './lines-around.ts';
import { words } from './words.ts';
import styles from './hunk-card.module.css';

interface MoreLinesProps {
  readonly side: Side;
  /** What it shows. */
  readonly span: LineSpan;
  readonly onMore: (side: Side) => void;
  /** Gets the focus when there is nothing more to show. */
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Shows more lines above or below a hunk; nothing where there are none. */
export function MoreLines({ span, ...props }: MoreLinesProps) {
  return span.count > 0 && <MoreLinesButton span={span} {...props} />;
}

const icon = { size: 13, strokeWidth: 1.5, 'aria-hidden': true } as const;

function MoreLinesButton({ side, span: { from, count }, onMore, returnTo }: MoreLinesProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [shown, place] = [button.current, returnTo.current];
    return () => {
      if (shown !== null && document.activeElement === shown) place?.focus({ preventScroll: true });
    };
  }, [returnTo]);
  const label = side === 'above' ? words.linesAbove(count, from + count) : words.linesBelow(count, from - 1);
  return (
    <button ref={button} type="button" className={styles.around} aria-label={label} title={label} onClick={() => onMore(side)}>
      {side === 'above' ? <ChevronUp {...icon} /> : <ChevronDown {...icon} />}
      {words.moreLines(count)}
    </button>
  );
}
