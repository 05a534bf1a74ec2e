import { classNames } from '../ui/class-names.ts';
import { hasHidden, VisibleText } from '../ui/display/visible-text.tsx';
import type { DiffRow, ChangedRange } from './diff-rows.ts';
import { words } from './words.ts';
import styles from './diff-view.module.css';

const SIGNS = { context: ' ', add: '+', remove: '−' } as const;
const WORDS = { context: '', add: 'added ', remove: 'removed ' } as const;

/** One line of a diff: both line numbers, the sign, and the text with hidden characters made visible. */
export function DiffLine({ row }: { readonly row: DiffRow }) {
  if (row.type === 'gap')
    return <div className={styles.gap}>{row.skipped === 1 ? words.oneUnchangedLine : words.unchangedLines(row.skipped)}</div>;
  if (row.type === 'note') return <div className={styles.note}>{row.text}</div>;
  return (
    <div className={classNames(styles.row, row.type === 'add' && styles.add, row.type === 'remove' && styles.remove)}>
      <span className={styles.number}>{row.oldLine}</span>
      <span className={styles.number}>{row.newLine}</span>
      <span className={styles.sign}>
        <span aria-hidden="true">{SIGNS[row.type]}</span>
        <span className="visually-hidden">{WORDS[row.type]}</span>
      </span>
      <span className={styles.text}>
        <LineText text={row.text} changed={row.changed} />
        {row.cut > 0 && <span className={styles.cut}>{words.notDrawn(row.cut.toLocaleString('en'))}</span>}
      </span>
    </div>
  );
}

/** Highlights the changed part, unless the text has hidden characters or surrogate pairs that a cut could split. */
function LineText({ text, changed }: { readonly text: string; readonly changed: ChangedRange | undefined }) {
  if (!changed || changed[0] === changed[1] || /[\ud800-\udfff]/.test(text) || hasHidden(text)) return <VisibleText text={text} />;
  return (
    <bdi dir="ltr">
      {text.slice(0, changed[0])}
      <span className={styles.changed}>{text.slice(...changed)}</span>
      {text.slice(changed[1])}
    </bdi>
  );
}
