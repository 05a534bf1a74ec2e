import { useEffect, useState } from 'react';
import type { Decision, RuleRef } from '#shared/permission/decision.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { PathLink } from '../paths/path-link.tsx';
import { ruleWhere } from '../calls/verdict.ts';
import { showRule } from '../store/rule-requests.ts';
import { NOW_WORDS, STANDING_WORDS, words } from './words.ts';
import styles from './why-section.module.css';

export interface CandidatesProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly projectDir: string;
  /** The decision made at the time. */
  readonly behavior: Decision['behavior'];
}

/** Every current rule about the call, and why each does or doesn't decide it. */
export function CandidateRules({ sessionId, callId, projectDir, behavior }: CandidatesProps) {
  const [open, setOpen] = useState(false);
  const state = useRuleCandidates(sessionId, callId, projectDir, open);
  return (
    <details className={styles.candidates} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.allRules}</summary>
      {open && state.type === 'loading' && <Skeleton lines={3} label={words.loadingTheRules} />}
      {state.type === 'error' && <p className={styles.quiet}>{state.message}</p>}
      {state.type === 'ready' && <CandidateList answer={state.answer} projectDir={projectDir} behavior={behavior} />}
    </details>
  );
}

function CandidateList({
  answer,
  projectDir,
  behavior,
}: Pick<CandidatesProps, 'projectDir' | 'behavior'> & { readonly answer: RuleCandidates }) {
  const { now, candidates, more } = answer;
  return (
    <>
      {now.behavior !== behavior && (
        <p className={styles.changed}>
          {NOW_WORDS[now.behavior]} <VisibleText text={now.message} />
        </p>
      )}
      {candidates.length === 0 && <p className={styles.quiet}>{words.noRule}</p>}
      <ol className={styles.list}>
        {candidates.map(({ rule, standing, why }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules may repeat, and the list is replaced as a whole.
          <li key={index} data-standing={standing} data-behavior={rule.behavior}>
            <div className={styles.candidate}>
              <RuleLink rule={rule} projectDir={projectDir} />
              <span className={styles.standing}>{STANDING_WORDS[standing]}</span>
            </div>
            {standing !== 'no_match' && (
              <p className={styles.whyNot}>
                <VisibleText text={why} />
              </p>
            )}
          </li>
        ))}
      </ol>
      {more > 0 && <p className={styles.quiet}>{words.moreRules(more)}</p>}
    </>
  );
}

type RuleCandidates = CommandOutput<'call.rules'>;

type CandidatesState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly answer: RuleCandidates }
  | { readonly type: 'error'; readonly message: string };

/** The current rules about a call; refetched when rules change. Fetches nothing until `wanted`. */
function useRuleCandidates(sessionId: string, callId: string, projectDir: string, wanted: boolean): CandidatesState {
  const version = useWindow((state) => state.rulesVersion);
  const [state, setState] = useState<CandidatesState>({ type: 'loading' });
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    call('call.rules', { sessionId, callId, projectDir })
      .then((answer) => current && setState({ type: 'ready', answer }))
      .catch((error: unknown) => current && setState({ type: 'error', message: errorMessage(error) }));
    return () => {
      current = false;
    };
  }, [sessionId, callId, projectDir, wanted, version]);
  return state;
}

/** A rule and its location; links to it in the rule pane. */
export function RuleLink({ rule, projectDir }: { readonly rule: RuleRef; readonly projectDir: string }) {
  const where = ruleWhere(rule, projectDir);
  return (
    <span className={styles.rule}>
      <button type="button" className={styles.ruleLink} title={words.showInRuleList} onClick={() => showRule(rule)}>
        <VisibleText text={rule.text} />
      </button>{' '}
      <span className={styles.ruleWhere} title={rule.file}>
        {rule.behavior} ·{' '}
        {rule.file === undefined ? (
          <VisibleText text={where} />
        ) : (
          <PathLink path={rule.file} line={rule.line}>
            <VisibleText text={where} />
          </PathLink>
        )}
      </span>
    </span>
  );
}
