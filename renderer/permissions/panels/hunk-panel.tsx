import { useMemo, useState, type CSSProperties } from 'react';
import { DiffLine } from '../../diff/diff-line.tsx';
import { useRowTokens } from '../../diff/row-tokens.ts';
import { diffRows, numberWidth } from '../../diff/diff-rows.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { hunkChoice, type HunkChoice } from './keep-hunks.ts';
import type { AskedInput } from '../card/asked-input.ts';
import { panelWords as words } from './panel-words.ts';
import styles from './hunk-panel.module.css';

interface HunkPanelProps {
  readonly ask: QueuedAsk;
  readonly asked: AskedInput;
  readonly disabled: boolean;
  readonly refused: string | null;
  readonly onSave: (input: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
}

/** Chooses hunks of an edit one by one; the others aren't made. */
export function HunkPanel({ ask, asked, ...rest }: HunkPanelProps) {
  const choice = useMemo(
    () => (asked.state === 'ready' ? hunkChoice(ask.toolName, asked.input, ask.view.detail) : undefined),
    [ask, asked],
  );
  const path = ask.view.detail?.type === 'diff' ? ask.view.detail.path : '';
  if (choice) return <Hunks choice={choice} path={path} {...rest} />;
  return (
    <div className={styles.buttons}>
      <p className={styles.hint}>{words.onePiece}</p>
      <Button variant="quiet" autoFocus onClick={rest.onCancel}>
        {words.back}
      </Button>
    </div>
  );
}

interface HunksProps extends Omit<HunkPanelProps, 'ask' | 'asked'> {
  readonly choice: HunkChoice;
  readonly path: string;
}

function Hunks({ choice, path, disabled, refused, onSave, onCancel }: HunksProps) {
  const { hunks } = choice;
  const [kept, setKept] = useState<ReadonlySet<number>>(() => new Set(hunks.keys()));
  const input = kept.size === hunks.length ? undefined : choice.keep(kept);
  const toggle = (index: number) =>
    setKept(kept.has(index) ? new Set([...kept].filter((one) => one !== index)) : new Set([...kept, index]));
  return (
    <form
      className={styles.form}
      aria-label={words.chooseChanges}
      data-shows-diff=""
      onSubmit={(event) => {
        event.preventDefault();
        if (input) onSave(input);
      }}
    >
      <div className={styles.hunks}>
        {hunks.map((hunk, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order of hunks never changes.
          <label key={index} className={styles.hunk} data-kept={kept.has(index)}>
            <span className={styles.pick}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this form; its first box is where they start. */}
              <input
                type="checkbox"
                checked={kept.has(index)}
                autoFocus={index === 0}
                disabled={choice.fixed.has(index)}
                onChange={() => toggle(index)}
              />
              {words.changeAt(index + 1, hunks.length, hunk.oldStart)}
              {choice.fixed.has(index) && words.atEnd}
            </span>
            <Rows hunk={hunk} path={path} />
          </label>
        ))}
      </div>
      {refused !== null && (
        <p className={styles.mistake} role="alert">
          {refused}
        </p>
      )}
      <div className={styles.buttons}>
        <span className={styles.hint}>{words.willBeMade(kept.size, hunks.length)}</span>
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={disabled || !input}>
          {words.allowOf(kept.size, hunks.length)}
        </Button>
      </div>
    </form>
  );
}

function Rows({ hunk, path }: { readonly hunk: HunkChoice['hunks'][number]; readonly path: string }) {
  const rows = useMemo(() => diffRows([hunk]).filter((row) => row.type !== 'gap'), [hunk]);
  const tokensOf = useRowTokens(rows, path);
  return (
    <span className={styles.rows} style={{ '--digits': numberWidth(rows) } as CSSProperties}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of a diff's rows never changes.
        <DiffLine key={index} row={row} tokens={tokensOf(row)} />
      ))}
    </span>
  );
}
