import type { DecisionPart } from '#shared/permission/decision.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './ask-payload.module.css';

/** Parts beyond this aren't listed; the whole command is shown above. */
const MAX_PARTS = 60;
const MAX_CHARS = 600;

/** The simple commands of a line, each with whether a rule already covers it. */
export function CommandParts({ parts }: { readonly parts: readonly DecisionPart[] }) {
  return (
    <ul className={styles.parts} aria-label={words.partsOfTheCommand}>
      {parts.slice(0, MAX_PARTS).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of parts never changes, and they may repeat.
        <li key={index} className={styles.part} data-covered={part.covered}>
          <span
            className={styles.partGlyph}
            role="img"
            aria-label={part.covered ? words.covered : words.new}
            title={part.covered ? words.alreadyAllowed : words.notAllowedYet}
          >
            {part.covered ? '✓' : '●'}
          </span>
          <span className={styles.partText}>
            <VisibleText text={part.text.slice(0, MAX_CHARS)} />
            {part.text.length > MAX_CHARS && <i>{words.moreOfPart((part.text.length - MAX_CHARS).toLocaleString('en'))}</i>}
          </span>
          {part.detail !== undefined && (
            <span className={styles.partDetail}>
              <VisibleText text={part.detail} />
            </span>
          )}
        </li>
      ))}
      {parts.length > MAX_PARTS && <li className={styles.partDetail}>{words.moreParts(parts.length - MAX_PARTS)}</li>}
    </ul>
  );
}
