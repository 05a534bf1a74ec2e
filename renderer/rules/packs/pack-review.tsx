import { useEffect, useMemo, useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import type { PackRow, ReadPack, RuleSet } from '#shared/contract/rule-sets.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { call } from '../../bridge/client.ts';
import { replayRules } from '../../store/rule-replay.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { addPack, type OnRules, ruleContext } from '../change-rules.ts';
import { DESTINATION_WORDS, words as ruleWords } from '../words.ts';
import { PackEffect } from './pack-effect.tsx';
import { PackRows } from './pack-rows.tsx';
import type { PackSource } from './pack-source.ts';
import { packWords as words } from './pack-words.ts';
import styles from './packs.module.css';

export interface PackReviewProps {
  readonly from: PackSource;
  readonly list: RuleList;
  readonly onChange: OnRules;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** What a pack would add, shadow, widen and change in past calls, before any of its rules is added. */
export function PackReview({ from, list, onChange, onBack, onClose }: PackReviewProps) {
  const [destination, setDestination] = useState<RuleDestination>('local');
  const { pack, error } = useReadPack(from, destination, list);
  const [left, setLeft] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [saving, setSaving] = useState(false);
  const chosen = useMemo(() => pack?.rows.filter((row) => isChosen(row, left)) ?? [], [pack, left]);
  const set = useMemo<RuleSet>(
    () => ({ rules: chosen.map(({ behavior, text }) => ({ behavior, text })), destination, instead: false }),
    [chosen, destination],
  );
  if (error !== null)
    return (
      <>
        <p className={styles.error} role="alert">{`${words.unreadable}: ${error}`}</p>
        <div className={styles.actions}>
          <Button onClick={onBack}>{words.back}</Button>
        </div>
      </>
    );
  if (!pack) return <Skeleton lines={6} label={words.reading} />;
  const add = async () => {
    setSaving(true);
    const count = set.rules.length;
    const says = { title: words.added(count, pack.name), undone: words.removed(count, pack.name) };
    const isAdded = await addPack(set.rules, destination, says, onChange);
    setSaving(false);
    if (isAdded) onClose();
  };
  return (
    <>
      <h3 className={styles.heading}>
        <VisibleText text={pack.name} />
      </h3>
      {pack.description !== '' && (
        <p className={styles.quiet}>
          <VisibleText text={pack.description} />
        </p>
      )}
      <PackRows
        rows={pack.rows}
        isChosen={(row) => isChosen(row, left)}
        onChoose={(row, on) => setLeft(new Map(left).set(keyOf(row), on))}
      />
      <PackEffect set={set} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
        <Button
          variant="quiet"
          disabled={chosen.length === 0}
          onClick={() => {
            replayRules({ title: words.packTitle(pack.name), set });
            onClose();
          }}
        >
          {words.replay}
        </Button>
        <span className={styles.space} />
        <span className={styles.quiet} aria-hidden="true">
          {words.addTo}
        </span>
        <Select
          label={words.addTo}
          value={destination}
          options={list.destinations.map(({ destination: value, file }) => ({
            value,
            label: DESTINATION_WORDS[value],
            detail: file ?? ruleWords.endsWithSession,
          }))}
          onChange={setDestination}
        />
        <Button variant="primary" disabled={chosen.length === 0 || saving} onClick={() => void add()}>
          {words.add(chosen.length)}
        </Button>
      </div>
    </>
  );
}

/** Chosen unless it would say nothing; the person's choice comes first. */
function isChosen(row: PackRow, choices: ReadonlyMap<string, boolean>): boolean {
  if (row.state === 'invalid' || row.state === 'present') return false;
  return choices.get(keyOf(row)) ?? (row.state === 'new' || row.state === 'wider');
}

function keyOf({ behavior, text }: PackRow): string {
  return `${behavior} ${text}`;
}

/** The pack compared with the rules in force, again when these change. */
function useReadPack(from: PackSource, destination: RuleDestination, list: RuleList) {
  const [state, setState] = useState<{ readonly pack: ReadPack | null; readonly error: string | null }>({ pack: null, error: null });
  useEffect(() => {
    let current = true;
    call('packs.read', { ...ruleContext(), from, destination }).then(
      (pack) => current && setState({ pack, error: null }),
      (cause: unknown) => current && setState({ pack: null, error: errorMessage(cause) }),
    );
    return () => {
      current = false;
    };
  }, [from, destination, list]);
  return state;
}
