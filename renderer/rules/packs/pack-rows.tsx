import { useId } from 'react';
import type { PackRow } from '#shared/contract/rule-sets.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { Badge, type Tone } from '../../ui/display/badge.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { VerdictGlyph } from '../verdict-glyph.tsx';
import { packWords as words } from './pack-words.ts';
import styles from './packs.module.css';

const TONES: Readonly<Record<PackRow['state'], Tone>> = {
  new: 'accent',
  wider: 'warn',
  present: 'neutral',
  elsewhere: 'neutral',
  shadowed: 'neutral',
  invalid: 'danger',
};

export interface PackRowsProps {
  readonly rows: readonly PackRow[];
  readonly isChosen: (row: PackRow) => boolean;
  readonly onChoose: (row: PackRow, on: boolean) => void;
}

/** The rules of a pack in the order in which they are checked, each with what it means and changes. */
export function PackRows({ rows, isChosen, onChoose }: PackRowsProps) {
  return (
    <ScrollArea label={words.rulesOfPack} className={styles.rows}>
      {RULE_BEHAVIORS.map((behavior) => {
        const own = rows.filter((row) => row.behavior === behavior);
        if (own.length === 0) return null;
        return (
          <section key={behavior} aria-label={words.headings[behavior]}>
            <h4 className={styles.behavior}>
              <VerdictGlyph behavior={behavior} />
              {words.headings[behavior]}
            </h4>
            <ul className={styles.list}>
              {own.map((row) => (
                <Row key={row.text} row={row} chosen={isChosen(row)} onChoose={(on) => onChoose(row, on)} />
              ))}
            </ul>
          </section>
        );
      })}
    </ScrollArea>
  );
}

function Row({ row, chosen, onChoose }: { readonly row: PackRow; readonly chosen: boolean; readonly onChoose: (on: boolean) => void }) {
  const { text, sentence, reason, state, wider, diagnostics } = row;
  const notes = useId();
  const isFixed = state === 'present' || state === 'invalid';
  return (
    <li className={styles.row}>
      <label className={styles.rule}>
        <input
          type="checkbox"
          checked={chosen}
          disabled={isFixed}
          aria-describedby={notes}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <code>
          <VisibleText text={text} />
        </code>
        <Badge tone={TONES[state]} title={words.states[state].title}>
          {words.states[state].text}
        </Badge>
      </label>
      <div id={notes} className={styles.notes}>
        <span>
          <VisibleText text={sentence} />
        </span>
        {reason !== undefined && reason !== '' && (
          <span className={styles.reason}>
            <VisibleText text={reason} />
          </span>
        )}
        {wider.length > 0 && (
          <span className={styles.warning}>
            <VisibleText text={words.widerThan(wider)} />
          </span>
        )}
        {diagnostics.map(({ message, severity }) => (
          <span key={message} className={severity === 'info' ? undefined : styles.warning}>
            <VisibleText text={message} />
          </span>
        ))}
      </div>
    </li>
  );
}
