import type { RestorePreview } from '#shared/contract/restore.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './restore-dialog.module.css';

const MAX_SHOWN = 6;
/** Characters of a command. */
const MAX_COMMAND = 100;

/** What was deleted for good: no checkpoint has it. */
export function LostList({ lost: { total, items } }: Pick<RestorePreview, 'lost'>) {
  if (total === 0) return null;
  const shown = items.slice(0, MAX_SHOWN);
  return (
    <ul className={styles.lost} aria-label={words.lost}>
      {shown.map(({ path, by }) => (
        <li key={path}>
          <code>
            <VisibleText text={path} />
          </code>{' '}
          {by === null ? (
            words.isGone
          ) : (
            <>
              {by.moves ? words.wasMovedBy : words.wasDeletedBy}{' '}
              <code title={by.command}>
                <VisibleText text={shorten(firstLine(by.command), MAX_COMMAND)} />
              </code>
            </>
          )}{' '}
          {words.notInCheckpoint}
        </li>
      ))}
      {total > shown.length && <li>{words.moreLost(total - shown.length)}</li>}
    </ul>
  );
}
