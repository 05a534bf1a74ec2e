import { useWindow } from '../store/app-store.ts';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import styles from './quiet-calls.module.css';

/** Reads and searches in one place, every one with its name: what was looked at is never hidden. */
export function QuietCalls({ sessionId, callIds }: { readonly sessionId: string; readonly callIds: readonly string[] }) {
  return (
    <div className={styles.run} role="group" aria-label={`${callIds.length} reads and searches`}>
      <span className={styles.glyph}>
        <StatusGlyph state="done" />
      </span>
      <ul className={styles.calls}>
        {callIds.map((callId) => (
          <QuietCall key={callId} sessionId={sessionId} callId={callId} />
        ))}
      </ul>
    </div>
  );
}

function QuietCall({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const row = useCall(sessionId, callId);
  const selected = useWindow((state) => state.selectedCallId === callId);
  if (!row) return null;
  const { title, summary, outcome } = row.view;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.call}
        aria-expanded={selected}
        title={outcome === undefined ? summary : `${summary}: ${outcome}`}
        onClick={() => selectCall(selected ? null : callId)}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </button>
    </li>
  );
}
