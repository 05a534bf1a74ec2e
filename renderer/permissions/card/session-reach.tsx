import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './ask-card.module.css';

/** The rules that “For this session” saves. */
export function SessionReach({ rules }: { readonly rules: readonly string[] }) {
  return (
    <p className={styles.reach} data-saves={rules.join(', ')}>
      {words.forThisSessionRules}{' '}
      <code>
        <VisibleText text={rules.join(', ')} />
      </code>
    </p>
  );
}
