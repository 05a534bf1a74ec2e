import { useWindow } from '../../store/app-store.ts';
import { isAboutPath } from '../../calls/about-path.ts';
import { useCall } from '../../store/selectors.ts';
import { useSought } from '../../store/sought-place.ts';
import { selectCall } from '../../store/window-actions.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { StartEllipsis } from '../../ui/display/start-ellipsis.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import { words } from '../words.ts';
import type { CallBodyProps } from './call-body.tsx';
import styles from './quiet-calls.module.css';

const CallBody = onDemand<CallBodyProps>(async () => (await import('./call-body.tsx')).CallBody);

const useAll = keptState<boolean>('quiet-calls', isBoolean);

/** More calls than this are collapsed. */
const COLLAPSE_ABOVE = 24;
/** How many of those are shown. */
const SHOWN_COLLAPSED = 16;

/** Reads and searches in one block, each with its name; very many are collapsed. */
export function QuietCalls({ sessionId, callIds }: { readonly sessionId: string; readonly callIds: readonly string[] }) {
  const [all, setAll] = useAll(sessionId, callIds[0] ?? '', false);
  const sought = useSought(({ callId }) => (callId === null ? -1 : callIds.indexOf(callId)));
  if (!all && sought >= SHOWN_COLLAPSED) setAll(true);
  const shown = all || callIds.length <= COLLAPSE_ABOVE ? callIds : callIds.slice(0, SHOWN_COLLAPSED);
  return (
    <div className={styles.run} role="group" aria-label={words.readsAndSearches(callIds.length)}>
      <span className={styles.glyph}>
        <StatusGlyph state="done" />
      </span>
      <ul className={styles.calls}>
        {shown.map((callId) => (
          <QuietCall key={callId} sessionId={sessionId} callId={callId} />
        ))}
        {shown.length < callIds.length && (
          <li className={styles.item}>
            <button type="button" className={styles.call} aria-expanded={false} data-line onClick={() => setAll(true)}>
              <span className={styles.title}>{words.andMore(callIds.length - shown.length)}</span>
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Its result is shown while a place in it is sought. */
function QuietCall({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const row = useCall(sessionId, callId);
  const selected = useWindow((state) => state.selectedCallId === callId);
  const isSought = useSought((place) => place.callId === callId && place.inResult !== undefined);
  if (!row) return null;
  const { title, summary, outcome } = row.view;
  return (
    <li className={styles.item} data-call={callId} data-open={isSought || undefined}>
      <button
        type="button"
        className={styles.call}
        aria-expanded={selected}
        data-chooses
        title={outcome === undefined ? summary : `${summary}: ${outcome}`}
        onClick={() => selectCall(selected ? null : callId)}
      >
        <span className={styles.title}>{title}</span>
        {isAboutPath(row.view) ? (
          <StartEllipsis text={summary} className={styles.summary} />
        ) : (
          <span className={styles.summary}>
            <LineEllipsis text={summary.slice(0, 300)} />
          </span>
        )}
      </button>
      {isSought && <CallBody sessionId={sessionId} row={row} />}
    </li>
  );
}
