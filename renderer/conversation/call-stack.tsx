import { useEffect, useRef, useState } from 'react';
import { useSession } from '../store/selectors.ts';
import { CallCard } from './call-card.tsx';
import { QuietCalls } from './quiet-calls.tsx';
import { quietRuns } from './quiet-runs.ts';
import styles from './item-list.module.css';

/** Cards that are shown or left out together, and about how high one is, in pixels. */
const PAGE = 20;
const CARD = 29;

/** Calls that follow each other; reads and searches that went well share a line. */
export function CallStack({ sessionId, callIds }: { readonly sessionId: string; readonly callIds: readonly string[] }) {
  // One letter for each call: drawn again only when that changes.
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

/** A card for each; many come in pages, of which those out of sight cost nothing. */
function Cards({ sessionId, callIds, from, to }: CardsProps) {
  if (to - from <= PAGE) return callIds.slice(from, to).map((callId) => <CallCard key={callId} sessionId={sessionId} callId={callId} />);
  // By its place among all: it stays the same page when calls before it are put together.
  return pagesOf(from, to).map((page) => <Page key={page.number} sessionId={sessionId} callIds={callIds} from={page.from} to={page.to} />);
}

function Page({ sessionId, callIds, from, to }: CardsProps) {
  const page = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState(false);
  useEffect(() => {
    const element = page.current;
    const onChange = (event: Event) => setUnseen('skipped' in event && event.skipped === true);
    element?.addEventListener('contentvisibilityautostatechange', onChange);
    return () => element?.removeEventListener('contentvisibilityautostatechange', onChange);
  }, []);
  return (
    <div ref={page} className={styles.page} style={{ containIntrinsicBlockSize: `auto ${(to - from) * CARD}px` }}>
      {callIds.slice(from, to).map((callId) => (
        <CallCard key={callId} sessionId={sessionId} callId={callId} unseen={unseen} />
      ))}
    </div>
  );
}

/** The stretch in pages that begin at multiples of `PAGE`. */
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
