import { useMemo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { engineNow } from '../store/engine-clock.ts';
import { callsOf, useCoarse } from '../calls/calls-of.ts';
import { formatDuration } from '../time/duration.ts';
import { words as totalsWords } from './totals-words.ts';
import { words } from './words.ts';
import { totalLength, waitsOf, workTime } from '../calls/call-times.ts';
import { callName } from './grid/tool-name.tsx';
import styles from './tool-totals-dialog.module.css';

/** The session's time by tool. */
export function ToolTotalsDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const tools = useMemo(() => (view ? toolTotals(callsOf(view), engineNow()) : []), [view]);
  const waited = useMemo(() => (view ? totalLength(waitsOf(callsOf(view), engineNow())) : 0), [view]);
  const overlap = tools.reduce((sum, { waiting }) => sum + waiting, 0) > waited;
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
          {tools.map(({ toolName, name, calls, failedOrDenied, work, waiting }) => (
            <tr key={toolName}>
              <th scope="row" title={toolName}>
                {name}
              </th>
              <td>{calls.toLocaleString('en')}</td>
              <td data-failed={failedOrDenied > 0}>{failedOrDenied > 0 ? failedOrDenied.toLocaleString('en') : '–'}</td>
              <td data-waiting={waiting > 0}>{waiting > 0 ? formatDuration(waiting) : '–'}</td>
              <td>{formatDuration(work)}</td>
              <td className={styles.bar} aria-hidden="true">
                <span style={{ width: `${(work / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {overlap && <p className={styles.note}>{words.waitsOverlap}</p>}
    </Dialog>
  );
}

/** One tool's totals over a session. Times in milliseconds. */
interface ToolTotals {
  readonly toolName: string;
  readonly name: string;
  readonly calls: number;
  /** Failed and denied calls. */
  readonly failedOrDenied: number;
  readonly work: number;
  /** Time during which at least one of its calls waited for the user. */
  readonly waiting: number;
}

/** One entry per tool, longest total first. */
export function toolTotals(rows: readonly CallRow[], now: number): readonly ToolTotals[] {
  const parents = new Set(rows.map(({ parentCallId }) => parentCallId));
  return [...Map.groupBy(rows, ({ toolName }) => toolName)]
    .map(([toolName, own]) => ({
      toolName,
      name: own[0] ? callName(own[0]) : toolName,
      calls: own.length,
      failedOrDenied: own.filter(({ state }) => state === 'failed' || state === 'denied').length,
      // As in the totals of the timeline: a sub-agent's time is that of its calls.
      work: own.reduce((sum, row) => sum + (parents.has(row.callId) ? 0 : workTime(row, now)), 0),
      waiting: totalLength(waitsOf(own, now)),
    }))
    .sort((a, b) => b.work - a.work || b.calls - a.calls);
}
