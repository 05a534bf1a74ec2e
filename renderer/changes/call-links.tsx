import { useState } from 'react';
import { firstLine, shorten, shortenInside } from '#shared/shorten.ts';
import { useCall } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { LineEllipsis } from '../ui/display/line-ellipsis.tsx';
import type { NamedCalls } from './calls-of-all.ts';
import { words } from './words.ts';
import styles from './call-links.module.css';
import pane from './changes-pane.module.css';

/** More are shown on request. */
const MAX_SHOWN = 6;
/** More than fits a line; it is cut where the line ends. */
const MAX_SUMMARY = 200;
/** Characters of a tooltip. */
const MAX_TITLE = 2000;

interface CallLinksProps {
  readonly sessionId: string;
  readonly by: NamedCalls;
  /** The file that is named above: a call about it doesn’t name it again. */
  readonly path?: string | undefined;
}

/** Links to the calls that changed a file, or without `path` all of them. Each opens the inspector. */
export function CallLinks({ sessionId, by: { calls, moreCalls, perhapsByOthers }, path }: CallLinksProps) {
  const [all, setAll] = useState(false);
  if (calls.length === 0) return <p className={pane.quiet}>{words.byOthers}</p>;
  // One more would take no more room than to say so.
  const shown = all || calls.length + moreCalls <= MAX_SHOWN + 1 ? calls : calls.slice(0, MAX_SHOWN);
  const hidden = calls.length - shown.length + moreCalls;
  const isLast = calls.length === 1 && calls.every(({ last }) => last);
  const isCertain = calls.every(({ certain }) => certain);
  return (
    <p className={styles.by}>
      <span className={styles.who} title={titleOf(isCertain, isLast)}>
        {isCertain
          ? path === undefined
            ? words.allChangedBy
            : words.changedBy
          : words.perhapsBy(calls.length + moreCalls, path === undefined)}
      </span>{' '}
      {shown.map(({ callId }) => (
        <CallLink key={callId} sessionId={sessionId} callId={callId} path={path} />
      ))}
      {shown.length < calls.length ? (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {words.moreCalls(hidden)}
        </button>
      ) : (
        hidden > 0 && <span>{words.moreCalls(hidden)}</span>
      )}
      {perhapsByOthers && isCertain && <span> {words.perhapsAlso}</span>}
    </p>
  );
}

function titleOf(isCertain: boolean, isLast: boolean): string | undefined {
  if (!isCertain) return words.perhapsTitle;
  return isLast ? words.lastTitle : undefined;
}

interface CallLinkProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly path: string | undefined;
}

function CallLink({ sessionId, callId, path }: CallLinkProps) {
  const call = useCall(sessionId, callId);
  if (!call) return null;
  const summary = shortenInside(firstLine(call.view.summary), MAX_SUMMARY);
  // What a command is tells it apart from others; that it was run doesn’t.
  const isCommand = call.view.kind === 'command' && summary !== '';
  const whole = call.view.summary === path ? call.view.title : `${call.view.title} ${shorten(call.view.summary, MAX_TITLE)}`;
  return (
    <button
      type="button"
      className={styles.call}
      title={whole}
      aria-label={words.showCall(`${call.view.title} ${summary}`)}
      onClick={() => selectCall(callId)}
    >
      {!isCommand && call.view.title}
      {!isCommand && ' '}
      {call.view.summary !== path && (
        <code>
          <LineEllipsis text={summary} />
        </code>
      )}
    </button>
  );
}
