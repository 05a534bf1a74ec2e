import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../store/selectors.ts';
import { CallCard } from './call-card.tsx';
import { QuietCalls } from './quiet-calls.tsx';
import { quietRuns } from './shown-items.ts';
import styles from './item-list.module.css';

/** Cards that are rendered as a unit, and a card's approximate height in pixels. */
const PAGE = 20;
const CARD = 29;

/** Consecutive calls; successful reads and searches share a line. */
export function CallStack({ sessionId, callIds }: { readonly sessionId: string; readonly callIds: readonly string[] }) {
  // One letter per call: rerenders only when the string changes.
  const pattern = useSession(sessionId, ({ calls }) => callIds.map((callId) => (isQuiet(calls[callId]) ? 'q' : '.')).join('')) ?? '';
  return (
    <div className={styles.calls}>
      {quietRuns(pattern).map(({ from, to, quiet }) =>
        quiet ? (
          <QuietCalls key={callIds[from]} sessionId={sessionId} callIds={callIds.slice(from, to)} />
        ) : (
          <Cards key={callIds[from]} sessionId={sessionId} callIds={callIds} from={from} to={to} />
        ),
      )}
    </div>
  );
}

interface CardsProps {
  readonly sessionId: string;
  readonly callIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** A card per call, in pages; off-screen pages cost nothing. */
function Cards({ sessionId, callIds, from, to }: CardsProps) {
  if (to - from <= PAGE) return callIds.slice(from, to).map((callId) => <CallCard key={callId} sessionId={sessionId} callId={callId} />);
  // Keyed by position, so that a page stays the same when earlier calls are merged.
  return pagesOf(from, to).map((page) => <Page key={page.number} sessionId={sessionId} callIds={callIds} from={page.from} to={page.to} />);
}

function Page({ sessionId, callIds, from, to }: CardsProps) {
  const page = useRef<HTMLDivElement>(null);
  const [isOffscreen, setOffscreen] = useState(false);
  useEffect(() => {
    const element = page.current;
    const onChange = (event: Event) => setOffscreen('skipped' in event && event.skipped === true);
    element?.addEventListener('contentvisibilityautostatechange', onChange);
    return () => element?.removeEventListener('contentvisibilityautostatechange', onChange);
  }, []);
  return (
    <div ref={page} className={styles.page} style={{ containIntrinsicBlockSize: `auto ${(to - from) * CARD}px` }}>
      {callIds.slice(from, to).map((callId) => (
        <CallCard key={callId} sessionId={sessionId} callId={callId} isOffscreen={isOffscreen} />
      ))}
    </div>
  );
}

/** Splits the range into pages that start at multiples of `PAGE`. */
function pagesOf(from: number, to: number): { readonly number: number; readonly from: number; readonly to: number }[] {
  const first = Math.floor(from / PAGE);
  return Array.from({ length: Math.ceil(to / PAGE) - first }, (_, index) => {
    const number = first + index;
    return { number, from: Math.max(from, number * PAGE), to: Math.min(to, (number + 1) * PAGE) };
  });
}

function isQuiet(row: { readonly state: string; readonly view: { readonly kind: string } } | undefined): boolean {
  return row?.state === 'done' && (row.view.kind === 'read' || row.view.kind === 'search');
}
