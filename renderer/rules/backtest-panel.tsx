import { useEffect, useId, useState } from 'react';
import { type Backtest, type BacktestCall, MAX_BACKTEST_LIMIT } from '#shared/contract/rules.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { ruleMistake } from '#shared/permission/grammar.ts';
import { errorMessage } from '#shared/error-message.ts';
import { useWindow } from '../store/app-store.ts';
import { selectCall, showPane } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { call } from '../bridge/client.ts';
import { VerdictGlyph } from './verdict-glyph.tsx';
import { words } from './words.ts';
import { ruleContext } from './change-rules.ts';
import type { RuleDraft } from './rule-draft.ts';
import { suchCalls } from './such-calls.ts';
import styles from './backtest-panel.module.css';

/** Debounce before a draft is tested, in milliseconds. */
const DEBOUNCE_MS = 200;

interface BacktestState {
  /** The previous result until the new one arrives. */
  readonly result: Backtest | null;
  readonly running: boolean;
  readonly error: string | null;
}

const NOTHING: BacktestState = { result: null, running: false, error: null };

/** How the draft would have decided past calls. `null`: no draft. */
function useBacktest(draft: RuleDraft | null, limit: number): BacktestState {
  const [state, setState] = useState<BacktestState>(NOTHING);
  const text = draft?.text.trim() ?? '';
  const { behavior, destination } = draft ?? {};
  const replaces = draft?.original?.id;
  useEffect(() => {
    if (text === '' || behavior === undefined || destination === undefined) {
      setState(NOTHING);
      return;
    }
    let current = true;
    setState((before) => ({ ...before, running: true }));
    const timer = setTimeout(() => {
      const rule = { behavior, texts: [text], destination, ...(replaces !== undefined && { replaces }) };
      call('rules.backtest', { ...ruleContext(), draft: rule, limit }).then(
        (result) => current && setState({ result, running: false, error: null }),
        (cause: unknown) => {
          // Superseded by a newer draft.
          if (!current || (cause instanceof AppError && cause.code === 'conflict')) return;
          setState({ result: null, running: false, error: errorMessage(cause) });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, behavior, destination, replaces, limit]);
  return state;
}

interface BacktestPanelProps {
  readonly draft: Pick<RuleDraft, 'text' | 'behavior'>;
  readonly state: BacktestState;
  /** What the draft must be before it can be tested; `null` when it can. */
  readonly waiting: 'written' | 'corrected' | null;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

const WAITING_WORDS = { written: words.writeRuleFirst, corrected: words.correctRuleFirst, none: words.checkingPastCalls } as const;

const LIMIT = 500;

/** How the draft would have decided this project's past calls. With a new key for each draft, so that it looks as far back as for any. */
export function PastCalls({ draft }: { readonly draft: RuleDraft }) {
  const [limit, setLimit] = useState(LIMIT);
  const text = draft.text.trim();
  const waiting = text === '' ? 'written' : ruleMistake(text, draft.behavior) === undefined ? null : 'corrected';
  const state = useBacktest(waiting === null ? draft : null, limit);
  return <BacktestPanel draft={draft} state={state} waiting={waiting} limit={limit} onLimit={setLimit} />;
}

function BacktestPanel({ draft, state, waiting, limit, onLimit }: BacktestPanelProps) {
  const heading = useId();
  const { result, running, error } = state;
  return (
    <section className={styles.section} aria-labelledby={heading} aria-busy={running}>
      <h3 id={heading} className={styles.heading}>
        {words.onPastCalls}
        {result && <span className={styles.hint}>{words.lastOfProject(result.checked.toLocaleString('en'), running ? ' …' : '')}</span>}
      </h3>
      {error !== null && <p className={styles.error}>{error}</p>}
      {!result && error === null && <p className={styles.quiet}>{WAITING_WORDS[waiting ?? 'none']}</p>}
      {result && <Result result={result} calls={suchCalls(draft)} stale={running} />}
      {result?.more && limit < MAX_BACKTEST_LIMIT && (
        <Button size="small" variant="quiet" onClick={() => onLimit(Math.min(limit * 4, MAX_BACKTEST_LIMIT))}>
          {words.lookFurtherBack}
        </Button>
      )}
    </section>
  );
}

function Result({ result, calls, stale }: { readonly result: Backtest; readonly calls: string; readonly stale: boolean }) {
  if (result.checked === 0) return <p className={styles.quiet}>{words.noCallsAreRecorded}</p>;
  const { matched, matchedElsewhere, sameTool } = result;
  const share = sameTool === 0 ? 0 : (matched - matchedElsewhere) / sameTool;
  const shown = result.changed.length > 0 ? result.changed : result.matchedUnchanged;
  const total = result.newlyAllowed + result.newlyAsked + result.newlyDenied;
  return (
    <div data-stale={stale} className={styles.result}>
      <dl className={styles.counts} role="status">
        <Count label={words.newlyRun} count={result.newlyAllowed} behavior="allow" />
        <Count label={words.newlyAsk} count={result.newlyAsked} behavior="ask" />
        <Count label={words.newlyDenied} count={result.newlyDenied} behavior="deny" />
        <Count label={words.unchanged} count={result.unchanged} />
      </dl>
      <p className={styles.sentence} data-broad={share > 0.4 && matched >= 10}>
        {matched === 0
          ? words.decidesNone(result.checked)
          : words.decides(matched.toLocaleString('en'), result.checked, [
              ...(share > 0 ? [words.ofSuchCalls(Math.round(share * 100), calls)] : []),
              ...(matchedElsewhere > 0 ? [words.ofOtherTools(matchedElsewhere)] : []),
            ])}
        {total === 0 && matched > 0 && words.noneDiffers}
      </p>
      {shown.length > 0 && (
        <ScrollArea label={result.changed.length > 0 ? words.callsThatDiffer : words.matchingCalls} className={styles.calls}>
          <ul className={styles.list}>
            {shown.map((call) => (
              <PastCall key={`${call.sessionId} ${call.callId} ${call.at}`} call={call} />
            ))}
          </ul>
        </ScrollArea>
      )}
      {total > result.changed.length && <p className={styles.quiet}>{words.latestOf(result.changed.length, total.toLocaleString('en'))}</p>}
    </div>
  );
}

function Count({
  label,
  count,
  behavior,
}: {
  readonly label: string;
  readonly count: number;
  readonly behavior?: 'allow' | 'ask' | 'deny';
}) {
  return (
    <div className={styles.count} data-behavior={count > 0 ? behavior : undefined}>
      <dt>{label}</dt>
      <dd>{count.toLocaleString('en')}</dd>
    </div>
  );
}

function PastCall({ call }: { readonly call: BacktestCall }) {
  const here = useWindow((state) => state.sessionId === call.sessionId);
  const body = (
    <>
      <VerdictGlyph behavior={call.after} />
      <span className={styles.tool}>{call.toolName}</span>
      <code className={styles.summary}>
        <VisibleText text={call.summary} />
      </code>
      <span className="visually-hidden">{words.changes[call.after]}</span>
      <time dateTime={new Date(call.at).toISOString()} title={absoluteTime(call.at)}>
        {relativeTime(call.at)}
      </time>
    </>
  );
  if (!here) return <li className={styles.call}>{body}</li>;
  return (
    <li>
      <button
        type="button"
        className={styles.call}
        title={words.showTheCall}
        onClick={() => {
          selectCall(call.callId);
          showPane('timeline');
        }}
      >
        {body}
      </button>
    </li>
  );
}
