import type { ChangedFile } from '#shared/contract/changes.ts';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const MAX_SHOWN = 6;

/** Links to the calls that changed the file. Each opens the inspector. */
export function CallLinks({ sessionId, file: { calls } }: { readonly sessionId: string; readonly file: ChangedFile }) {
  if (calls.length === 0) return <p className={styles.by}>{words.byOthers}</p>;
  return (
    <p className={styles.by}>
      {calls.every(({ certain }) => certain) ? words.changedBy : words.perhapsBy}{' '}
      {calls.slice(-MAX_SHOWN).map(({ callId }) => (
        <CallLink key={callId} sessionId={sessionId} callId={callId} />
      ))}
    </p>
  );
}

function CallLink({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const call = useCall(sessionId, callId);
  if (!call) return null;
  const summary = firstLine(call.view.summary);
  return (
    <button
      type="button"
      className={styles.call}
      aria-label={words.showCall(`${call.view.title} ${summary}`)}
      onClick={() => selectCall(callId)}
    >
      {call.view.title}{' '}
      <code>
        <VisibleText text={summary} />
      </code>
    </button>
  );
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
