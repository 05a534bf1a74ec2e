import type { ChangedFile } from '#shared/contract/changes.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './call-links.module.css';
import pane from './changes-pane.module.css';

const MAX_SHOWN = 6;
/** More than fits a line; it is cut where the line ends. */
const MAX_SUMMARY = 200;
/** Characters of a tooltip. */
const MAX_TITLE = 2000;

interface CallLinksProps {
  readonly sessionId: string;
  readonly calls: ChangedFile['calls'];
  /** The file that is named above: a call about it doesn’t name it again. */
  readonly path?: string | undefined;
}

/** Links to the calls that changed a file, or without `path` all of them. Each opens the inspector. */
export function CallLinks({ sessionId, calls, path }: CallLinksProps) {
  if (calls.length === 0) return <p className={pane.quiet}>{words.byOthers}</p>;
  const certain = path === undefined ? words.allChangedBy : words.changedBy;
  return (
    <p className={styles.by}>
      <span className={styles.who}>{calls.every((call) => call.certain) ? certain : words.perhapsBy}</span>{' '}
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
  const summary = shorten(firstLine(call.view.summary), MAX_SUMMARY);
  const whole = call.view.summary === path ? call.view.title : `${call.view.title} ${shorten(call.view.summary, MAX_TITLE)}`;
  return (
    <button
      type="button"
      className={styles.call}
      title={whole}
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
