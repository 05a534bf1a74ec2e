import type { ChangedFile } from '#shared/contract/changes.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const MAX_SHOWN = 6;

interface CallLinksProps {
  readonly sessionId: string;
  readonly calls: ChangedFile['calls'];
  /** The file that is named above: a call about it doesn’t name it again. */
  readonly path?: string | undefined;
}

/** Links to the calls that changed a file, or without `path` all of them. Each opens the inspector. */
export function CallLinks({ sessionId, calls, path }: CallLinksProps) {
  if (calls.length === 0) return <p className={styles.by}>{words.byOthers}</p>;
  const certain = path === undefined ? words.allChangedBy : words.changedBy;
  return (
    <p className={styles.by}>
      {calls.every((call) => call.certain) ? certain : words.perhapsBy}{' '}
      {calls.slice(-MAX_SHOWN).map(({ callId }) => (
        <CallLink key={callId} sessionId={sessionId} callId={callId} path={path} />
      ))}
    </p>
  );
}

interface CallLinkProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly path: string | undefined;
}

function CallLink({ sessionId, callId, path }: CallLinkProps) {
  const call = useCall(sessionId, callId);
  if (!call) return null;
  const summary = shorten(firstLine(call.view.summary), 60);
  return (
    <button
      type="button"
      className={styles.call}
      aria-label={words.showCall(`${call.view.title} ${summary}`)}
      onClick={() => selectCall(callId)}
    >
      {call.view.title}
      {call.view.summary !== path && (
        <>
          {' '}
          <code>
            <VisibleText text={summary} />
          </code>
        </>
      )}
    </button>
  );
}
