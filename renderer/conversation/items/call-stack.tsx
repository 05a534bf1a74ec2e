import { useEffect, useRef, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { useSession } from '../../store/selectors.ts';
import { CallCard } from './call-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import type { FoldedCallsProps } from './folded-calls.tsx';
import { QuietCalls } from './quiet-calls.tsx';
import { callRuns } from './shown-items.ts';
import styles from './item-list.module.css';

/** Cards that are rendered as a unit, and a card's approximate height in pixels. */
const PAGE = 20;
const CARD = 29;

const FoldedCalls = onDemand<FoldedCallsProps>(async () => (await import('./folded-calls.tsx')).FoldedCalls);

export interface CallStackProps {
  readonly sessionId: string;
  readonly callIds: readonly string[];
  /** Something follows it, or the turn has ended. */
  readonly isOver: boolean;
}

/**
 * Consecutive calls. Successful reads and searches share a line, and so do cancelled calls, failures for one reason and all finished work
 * of a phase that is over.
 */
export function CallStack({ sessionId, callIds, isOver }: CallStackProps) {
  // One letter per call: rerenders only when the string changes.
  const pattern =
    useSession(sessionId, ({ calls, tasks }) =>
      callIds.map((callId, index) => letterOf(calls[callId], calls[callIds[index - 1] ?? ''], tasks)).join(''),
    ) ?? '';
  return (
    <div className={styles.calls}>
      {callRuns(pattern, isOver).map(({ from, to, type }) =>
        type === 'cards' ? (
          <Cards key={callIds[from]} sessionId={sessionId} callIds={callIds} from={from} to={to} />
        ) : type === 'quiet' ? (
          <QuietCalls key={callIds[from]} sessionId={sessionId} callIds={callIds.slice(from, to)} />
        ) : (
          <FoldedCalls key={callIds[from]} sessionId={sessionId} callIds={callIds.slice(from, to)} type={type} />
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

/** Not folded: agents, plans and answers, which are part of the conversation, and commands that still run in the background. */
const SEEN: ReadonlySet<string> = new Set(['ExitPlanMode', 'AskUserQuestion']);

/** Whether all of them may fold: done, and nothing to be seen. */
export function isFinished({ calls, tasks }: Pick<SessionView, 'calls' | 'tasks'>, callIds: readonly string[]): boolean {
  return callIds.every((callId) => /[qtd]/u.test(letterOf(calls[callId], undefined, tasks)));
}

function letterOf(
  row: CallRow | undefined,
  before: CallRow | undefined,
  tasks: SessionView['tasks'],
): 'q' | 't' | 'd' | 'c' | 'f' | 's' | '.' {
  if (row?.state === 'cancelled' && row.startedAt === undefined) return 'c';
  if (row?.failure !== undefined && row.view.kind !== 'agent') return before !== undefined && isAlike(row, before) ? 's' : 'f';
  if (row?.state !== 'done' || row.view.kind === 'agent' || SEEN.has(row.toolName)) return '.';
  if (row.view.kind === 'read' || row.view.kind === 'search') return 'q';
  if (row.view.kind === 'todo') return 't';
  const runs =
    row.view.kind === 'command' && Object.values(tasks).some(({ callId, state }) => callId === row.callId && state === 'running');
  return runs ? '.' : 'd';
}

function isAlike(row: CallRow, before: CallRow): boolean {
  return row.toolName === before.toolName && row.failure === before.failure;
}
