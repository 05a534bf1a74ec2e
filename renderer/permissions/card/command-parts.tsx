import type { DecisionPart } from '#shared/permission/decision.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { partsOnce } from '../../calls/parts-once.ts';
import { Disclosure } from '../../ui/display/disclosure.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { foldedParts } from './folded-parts.ts';
import { shownDetails } from './said-once.ts';
import { cardWords } from './card-words.ts';
import { words } from '../words.ts';
import styles from './ask-payload.module.css';

/** Parts beyond this aren't listed; the whole command is shown above. */
const MAX_PARTS = 60;

/** The simple commands of a line, each with whether a rule already covers it. Of many, those that ask come first, and the others are folded. */
export function CommandParts({ ask }: { readonly ask: QueuedAsk }) {
  const parts = partsOnce(ask.parts);
  if (parts.length < 2) return null;
  const { listed, folded } = foldedParts(parts);
  return (
    <div className={styles.parts}>
      <Parts ask={ask} parts={listed} label={cardWords.partsOfTheCommand} />
      {folded.map(({ label, parts: others }) => (
        <Disclosure key={label} label={label}>
          <Parts ask={ask} parts={others} label={label} />
        </Disclosure>
      ))}
    </div>
  );
}

interface PartsProps {
  readonly ask: QueuedAsk;
  readonly parts: readonly DecisionPart[];
  readonly label: string;
}

function Parts({ ask, parts, label }: PartsProps) {
  const details = shownDetails({ ...ask, parts: [...parts] });
  return (
    <ul className={styles.parts} aria-label={label}>
      {parts.slice(0, MAX_PARTS).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of parts never changes, and they may repeat.
        <Part key={index} part={part} detail={details[index]} />
      ))}
      {parts.length > MAX_PARTS && <li className={styles.partDetail}>{cardWords.moreParts(parts.length - MAX_PARTS)}</li>}
    </ul>
  );
}

const MAX_CHARS = 600;

function Part({ part, detail }: { readonly part: DecisionPart; readonly detail: string | undefined }) {
  return (
    <li className={styles.part} data-covered={part.covered}>
      <span
        className={styles.partGlyph}
        role="img"
        aria-label={part.covered ? words.covered : words.new}
        title={part.covered ? cardWords.alreadyAllowed : cardWords.notAllowedYet}
      >
        {part.covered ? '✓' : '●'}
      </span>
      <span className={styles.partSaid}>
        <span className={styles.partText}>
          <VisibleText text={part.text.slice(0, MAX_CHARS)} />
          {part.text.length > MAX_CHARS && <i>{cardWords.moreOfPart((part.text.length - MAX_CHARS).toLocaleString('en'))}</i>}
        </span>
        {detail !== undefined && (
          <span className={styles.partDetail} title={part.detail}>
            <VisibleText text={detail} />
          </span>
        )}
      </span>
    </li>
  );
}
