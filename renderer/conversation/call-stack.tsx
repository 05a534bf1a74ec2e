import { useSession } from '../store/selectors.ts';
import { CallCard } from './call-card.tsx';
import { QuietCalls } from './quiet-calls.tsx';
import { quietRuns } from './quiet-runs.ts';
import styles from './item-list.module.css';

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
          callIds.slice(from, to).map((callId) => <CallCard key={callId} sessionId={sessionId} callId={callId} />)
        ),
      )}
    </div>
  );
}

function isQuiet(row: { readonly state: string; readonly view: { readonly kind: string } } | undefined): boolean {
  return row?.state === 'done' && (row.view.kind === 'read' || row.view.kind === 'search');
}
