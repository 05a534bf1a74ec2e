import { useMemo } from 'react';
import { useSession } from '../store/selectors.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { engineNow } from '../store/engine-clock.ts';
import { callsOf, useCoarse } from '../calls/calls-of.ts';
import { formatDuration } from '../time/duration.ts';
import { words as totalsWords } from './totals-words.ts';
import { words } from './words.ts';
import { onlyWaitsOf, totalLength } from '../calls/call-times.ts';
import { toolTotals } from './tool-totals.ts';
import styles from './tool-totals-dialog.module.css';

/** The session's time by tool. */
export function ToolTotalsDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const tools = useMemo(() => (view ? toolTotals(view, engineNow()) : []), [view]);
  const waited = useMemo(() => (view ? totalLength(onlyWaitsOf(callsOf(view), engineNow())) : 0), [view]);
  const overlap = tools.reduce((sum, { waiting }) => sum + waiting, 0) > waited;
  const nested = tools.some(({ containsCalls }) => containsCalls);
  const most = Math.max(1, ...tools.map(({ work }) => work));
  return (
    <Dialog open onClose={onClose} title={words.timeByTool} size="medium">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.calls}</th>
            <th scope="col">{words.failedOrDenied}</th>
            <th scope="col">{words.waitedColumn}</th>
            <th scope="col">{totalsWords.work}</th>
            <th className={styles.barHead} aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {tools.map(({ toolName, name, calls, failedOrDenied, work, ran, waiting, containsCalls }) => (
            <tr key={toolName}>
              <th scope="row" title={toolName}>
                {name}
              </th>
              <td>{calls.toLocaleString('en')}</td>
              <td data-failed={failedOrDenied > 0}>{failedOrDenied > 0 ? failedOrDenied.toLocaleString('en') : '–'}</td>
              <td data-waiting={waiting > 0}>{waiting > 0 ? formatDuration(waiting) : '–'}</td>
              <td>
                {containsCalls && <abbr title={words.containsCalls}>*</abbr>} {ran ? formatDuration(work) : '–'}
              </td>
              <td className={styles.bar} aria-hidden="true">
                <span style={{ width: `${(work / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nested && <p className={styles.note}>* {words.containsCalls}</p>}
      {overlap && <p className={styles.note}>{words.waitsOverlap}</p>}
    </Dialog>
  );
}
