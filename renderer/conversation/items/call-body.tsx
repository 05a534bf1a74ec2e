import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ResultContent } from '#shared/session/content.ts';
import { withoutTypedNotice } from '#shared/session/typed-notice.ts';
import type { CallRow } from '#shared/session/view.ts';
import { readPath } from '../../calls/read-path.ts';
import { NumberedCode } from '../../code/numbered-code.tsx';
import { callDiff } from '../../calls/call-diff.ts';
import { type CallDetail, useCallDetail } from '../../calls/use-call-detail.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import { type FoundText, useSought } from '../../store/sought-place.ts';
import { selectCall } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { words } from './call-body-words.ts';
import { failurePreview, printedText } from './failure-text.ts';
import { type FoundLines, lastLines, linesAround, type ShownLines } from './last-lines.ts';
import styles from './call-body.module.css';

/** Lines of a result shown in the conversation; the inspector has all. */
const SHOWN_LINES = 40;
/** The most characters of a failure that open in place. */
const FAILURE_CHARS = 60_000;
const FAILURE_LINES = 5;
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
  return <Loaded row={row} detail={state.detail} />;
}

interface LoadedProps {
  readonly row: CallRow;
  readonly detail: CallDetail;
}

function Loaded({ row, detail }: LoadedProps) {
  return (
    <div className={styles.body}>
      <Shown row={row} detail={detail} />
      <Button size="small" variant="quiet" className={styles.more} onClick={() => selectCall(row.callId)}>
        {words.showDetails}
      </Button>
    </div>
  );
}

function Shown({ row, detail }: LoadedProps) {
  const sought = useSought((place) => (place.callId === row.callId ? place.inResult : undefined));
  const whole = useMemo(() => textOf(detail.content), [detail]);
  // The lines stay when another place is sought.
  const [around, setAround] = useState<{ readonly sought: FoundText; readonly lines: FoundLines } | null>(null);
  if (sought !== undefined && sought !== around?.sought)
    setAround({ sought, lines: linesAround(inLines(row, whole), sought, SHOWN_LINES, around?.lines ?? linesOf(row, whole)) });
  const diff = callDiff(detail);
  if (diff && row.state !== 'failed') return <DiffView diff={diff} maxHeight={MAX_HEIGHT} />;
  const view = detail.resultView?.detail ?? detail.inputView.detail;
  if (view?.type === 'plan')
    return (
      <div className={styles.plan}>
        <Markdown text={view.plan} />
      </div>
    );
  if (view?.type === 'questions' && view.answers) return <Answers answers={view.answers} />;
  const { text, left, more = 0 } = around?.lines ?? linesOf(row, whole);
  if (text === '' && !diff) return <p className={styles.note}>{words.noOutput}</p>;
  const path = readPath(row, detail);
  const startsAtEnd = row.state === 'failed' && around === null;
  return (
    <>
      {left > 0 && <p className={styles.note}>{words.earlierLines(left)}</p>}
      <pre
        ref={startsAtEnd ? scrollToEnd : undefined}
        className={styles.text}
        data-result={around?.lines.before ?? 0}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them
        tabIndex={0}
        role="group"
        aria-label={words.outputOf}
      >
        {path === undefined ? <VisibleText text={text} output /> : <NumberedCode text={text} path={path} />}
      </pre>
      {more > 0 && <p className={styles.note}>{words.laterLines(more)}</p>}
      {diff && <DiffView diff={diff} maxHeight={MAX_HEIGHT} />}
    </>
  );
}

function linesOf(row: CallRow, whole: string): ShownLines {
  const lines = inLines(row, whole);
  return row.state === 'failed' ? lastLines(lines, Number.POSITIVE_INFINITY, FAILURE_CHARS) : lastLines(lines, SHOWN_LINES);
}

function inLines({ state }: CallRow, whole: string): string {
  return state === 'failed' ? printedText(whole) : whole;
}

/** Shows the end first, as the preview does. */
function scrollToEnd(element: HTMLElement | null): void {
  element?.scrollTo(0, element.scrollHeight);
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

export interface FailureProps extends CallBodyProps {
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** What a failed call answered: the end of it, which opens in place to all. */
export function Failure({ sessionId, row, open, onToggle }: FailureProps) {
  const [state] = useCallDetail(sessionId, row.callId, row.state);
  const content = state.type === 'ready' ? state.detail.content : null;
  const hasMore = state.type === 'ready' && state.detail.persistedPath !== null;
  const { parts, above, below, isPart } = useMemo(() => failurePreview(textOf(content), FAILURE_LINES), [content]);
  return (
    <>
      {isPart && (
        <Button
          size="small"
          variant="quiet"
          className={styles.earlier}
          aria-expanded={open}
          data-line
          icon={<ChevronRight size={13} strokeWidth={1.5} aria-hidden="true" />}
          onClick={onToggle}
        >
          {open ? words.showItsEnd : hasMore ? words.showMoreOutput : above > 0 ? words.linesAbove(above) : words.showAllOutput}
        </Button>
      )}
      {open && state.type === 'ready' ? (
        <Loaded row={row} detail={state.detail} />
      ) : open ? (
        <CallBody sessionId={sessionId} row={row} />
      ) : (
        parts.some(({ text }) => text !== '') && (
          <pre className={styles.failure}>
            {parts.map(({ gap, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the order of parts never changes.
              <span key={index} className={styles.part}>
                {index > 0 && <span className={styles.gap}>{words.linesBetween(gap)}</span>}
                <VisibleText text={text} output />
              </span>
            ))}
            {below > 0 && <span className={styles.gap}>{words.linesBelow(below)}</span>}
          </pre>
        )
      )}
    </>
  );
}

function textOf(content: ResultContent | null): string {
  if (content === null) return '';
  return withoutTypedNotice(textIn(content));
}

function textIn(content: ResultContent): string {
  return typeof content === 'string' ? content : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
