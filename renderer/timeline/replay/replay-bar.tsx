import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReplayedCall } from '#shared/contract/rule-sets.ts';
import { shortenInside } from '#shared/shorten.ts';
import { ruleWhere } from '../../calls/verdict.ts';
import { useWindow } from '../../store/app-store.ts';
import { closeReplay, useReplay } from '../../store/rule-replay.ts';
import { useCallOrder, useSession } from '../../store/selectors.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { countReplay, isChanged, neighbourDifference, thenAndNow } from './replay-marks.ts';
import { replayWords as words } from './replay-words.ts';
import { useReplayed } from './use-replayed.ts';
import { FROM_FILE, useRuleChoices } from './use-rule-choices.ts';
import styles from './replay-bar.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Chooses rules, and shows how many of the session's calls they would decide otherwise. */
export function ReplayBar({ sessionId }: { readonly sessionId: string }) {
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const callOrder = useCallOrder(sessionId);
  const choices = useRuleChoices(projectDir);
  const [isRecorded, setRecorded] = useState(true);
  const [instead, setInstead] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const isAlone = instead && choices.canReplace;
  const set = useMemo(() => (isAlone ? { ...choices.set, instead: true } : choices.set), [choices.set, isAlone]);
  const { replay, running, error } = useReplayed(sessionId, set, isRecorded);
  // A set of rules that is added to the current ones.
  const isBeside = set.rules.length > 0 && !isAlone;
  const counts = useMemo(() => replay && countReplay(replay.calls, callOrder), [replay, callOrder]);
  const byId = useMemo(() => new Map(replay?.calls.map((one) => [one.callId, one])), [replay]);
  const shown = useShownCall();
  const differs = (callId: string): boolean => {
    const one = byId.get(callId);
    return one !== undefined && isChanged(one);
  };
  const go = (step: 1 | -1) => {
    const callId = neighbourDifference(callOrder, differs, shown, step);
    if (callId !== undefined) useReplay.setState({ goTo: { callId } });
  };
  const hasDifferences = counts !== null && counts.allow + counts.ask + counts.deny > 0;
  const call = shown === null ? undefined : byId.get(shown);
  return (
    <section aria-label={words.replay} aria-busy={running} className={styles.bar}>
      <div className={styles.choices}>
        <Select
          label={words.rules}
          prefix={`${words.rules}: `}
          variant="quiet"
          value={choices.chosen}
          options={choices.options}
          onChange={(value) => (value === FROM_FILE ? file.current?.click() : choices.choose(value))}
        />
        <Select
          label={words.mode}
          variant="quiet"
          value={isRecorded ? 'recorded' : 'default'}
          options={[
            { value: 'recorded', label: words.recorded, detail: words.recordedDetail },
            { value: 'default', label: words.ask, detail: words.askDetail },
          ]}
          onChange={(value) => setRecorded(value === 'recorded')}
        />
        {choices.canReplace && (
          <label className={styles.instead} title={words.insteadHint}>
            <input type="checkbox" checked={instead} onChange={(event) => setInstead(event.target.checked)} />
            {words.instead}
          </label>
        )}
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={words.chooseFile}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (chosen) void choices.chooseFile(chosen);
          }}
        />
        <span className={styles.steps}>
          <IconButton
            label={words.previous}
            size="small"
            icon={<ChevronUp {...icon} />}
            disabled={!hasDifferences}
            onClick={() => go(-1)}
            tooltipSide="bottom"
          />
          <IconButton
            label={words.next}
            size="small"
            icon={<ChevronDown {...icon} />}
            disabled={!hasDifferences}
            onClick={() => go(1)}
            tooltipSide="bottom"
          />
          <IconButton label={words.close} size="small" icon={<X {...icon} />} onClick={closeReplay} tooltipSide="bottom" />
        </span>
      </div>
      <div className={styles.result} role="status">
        {error !== null && <span className={styles.error}>{error}</span>}
        {error === null && !counts && words.checking}
        {counts && callOrder.length === 0 && words.noCalls}
        {counts && callOrder.length > 0 && (
          <>
            {(['deny', 'ask', 'allow'] as const).map(
              (behavior) =>
                counts[behavior] > 0 && (
                  <b key={behavior} data-behavior={behavior}>
                    {counts[behavior].toLocaleString('en')} {(isBeside ? words.newly : words.differs)[behavior]}
                  </b>
                ),
            )}
            <span>{words.same(counts.same)}</span>
            {(['deny', 'ask', 'allow'] as const).map(
              (behavior) =>
                counts.anyway[behavior] > 0 && (
                  <span key={behavior} title={words.anywayHint}>
                    {counts.anyway[behavior].toLocaleString('en')} {words.differsAnyway[behavior]}
                  </span>
                ),
            )}
            {counts.open > 0 && <span title={words.noFactsHint}>{words.open(counts.open)}</span>}
          </>
        )}
      </div>
      {call && <Explained call={call} projectDir={projectDir} />}
    </section>
  );
}

/** The call that the rows or the bar showed last. */
function useShownCall(): string | null {
  const selected = useWindow((state) => state.selectedCallId);
  const goTo = useReplay((state) => state.goTo);
  const [shown, setShown] = useState<string | null>(selected);
  useEffect(() => setShown(selected), [selected]);
  useEffect(() => {
    if (goTo) setShown(goTo.callId);
  }, [goTo]);
  return shown;
}

/** Why the shown call would be decided so. */
function Explained({ call, projectDir }: { readonly call: ReplayedCall; readonly projectDir: string }) {
  const { callId, rule, message } = call;
  const sessionId = useReplay((state) => state.sessionId) ?? '';
  const summary = useSession(sessionId, (view) => view.calls[callId]?.view.summary) ?? '';
  return (
    <p className={styles.explained} aria-live="polite">
      <code>
        <VisibleText text={shortenInside(summary, 120)} />
      </code>{' '}
      {thenAndNow(call)}{' '}
      {rule ? (
        <>
          {words.by}{' '}
          <code>
            <VisibleText text={rule.text} />
          </code>{' '}
          (<VisibleText text={ruleWhere(rule, projectDir)} />)
        </>
      ) : (
        <VisibleText text={message} />
      )}
    </p>
  );
}
