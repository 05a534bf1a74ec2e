import { useState } from 'react';
import type { ResultContent } from '#shared/session/content.ts';
import { withoutTypedNotice } from '#shared/session/typed-notice.ts';
import type { CallRow } from '#shared/session/view.ts';
import { readPath } from '../../calls/read-path.ts';
import { NumberedCode } from '../../code/numbered-code.tsx';
import { callDiff } from '../../calls/call-diff.ts';
import { type CallDetail, useCallDetail } from '../../calls/use-call-detail.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import { useSought } from '../../store/sought-place.ts';
import { selectCall } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { words } from './call-body-words.ts';
import { failureLines, lastLines, linesAround } from './last-lines.ts';
import styles from './call-body.module.css';

/** Lines of a result shown in the conversation; the inspector has all. */
const SHOWN_LINES = 40;
const FAILURE_LINES = 3;
const MAX_HEIGHT = 320;

export interface CallBodyProps {
  readonly sessionId: string;
  readonly row: CallRow;
}

/** What a call changed or answered, in the conversation. */
export function CallBody({ sessionId, row }: CallBodyProps) {
  const [state, retry] = useCallDetail(sessionId, row.callId, row.state);
  if (state.type === 'loading') return <Skeleton lines={2} label={words.loadingResult} />;
  if (state.type === 'error')
    return (
      <p className={styles.problem}>
        {state.message}{' '}
        <Button size="small" variant="quiet" onClick={retry}>
          {words.tryAgain}
        </Button>
      </p>
    );
  return (
    <div className={styles.body}>
      <Shown row={row} detail={state.detail} />
      <Button size="small" variant="quiet" className={styles.more} onClick={() => selectCall(row.callId)}>
        {words.showDetails}
      </Button>
    </div>
  );
}

function Shown({ row, detail }: { readonly row: CallRow; readonly detail: CallDetail }) {
  const sought = useSought((place) => (place.callId === row.callId ? place.inResult : undefined));
  // The lines stay when another place is sought.
  const [around, setAround] = useState<string | null>(null);
  if (sought !== undefined && sought !== around) setAround(sought);
  const path = readPath(row, detail);
  const diff = callDiff(detail);
  if (diff) return <DiffView diff={diff} maxHeight={MAX_HEIGHT} />;
  const view = detail.resultView?.detail ?? detail.inputView.detail;
  if (view?.type === 'plan')
    return (
      <div className={styles.plan}>
        <Markdown text={view.plan} />
      </div>
    );
  if (view?.type === 'questions' && view.answers) return <Answers answers={view.answers} />;
  const whole = textOf(detail.content);
  const { text, left, more = 0 } = around === null ? lastLines(whole, SHOWN_LINES) : linesAround(whole, around, SHOWN_LINES);
  if (text === '') return <p className={styles.note}>{words.noOutput}</p>;
  return (
    <>
      {left > 0 && <p className={styles.note}>{words.earlierLines(left)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them */}
      <pre className={styles.text} tabIndex={0} role="group" aria-label={words.outputOf}>
        {path === undefined ? <VisibleText text={text} /> : <NumberedCode text={text} path={path} />}
      </pre>
      {more > 0 && <p className={styles.note}>{words.laterLines(more)}</p>}
    </>
  );
}

/** The questions with the person's answers. */
function Answers({ answers }: { readonly answers: Readonly<Record<string, string>> }) {
  return (
    <dl className={styles.answers}>
      {Object.entries(answers).map(([question, answer]) => (
        <div key={question}>
          <dt>
            <VisibleText text={question} />
          </dt>
          <dd>
            <VisibleText text={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a failed call answered, in a few lines. */
export function FailureLines({ sessionId, row }: CallBodyProps) {
  const [state] = useCallDetail(sessionId, row.callId, row.state);
  if (state.type !== 'ready') return null;
  const { text } = failureLines(textOf(state.detail.content), FAILURE_LINES);
  if (text === '') return null;
  return (
    <pre className={styles.failure}>
      <VisibleText text={text} />
    </pre>
  );
}

function textOf(content: ResultContent | null): string {
  if (content === null) return '';
  return withoutTypedNotice(textIn(content));
}

function textIn(content: ResultContent): string {
  return typeof content === 'string' ? content : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
