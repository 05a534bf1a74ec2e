import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './ask-card.module.css';

/** The start and the end of a longer rule, such as one for exactly this script: the request shows its text. Characters. */
const [MOST, START, END] = [240, 150, 70];

/** The rules that “For this session” saves. */
export function SessionReach({ rules }: { readonly rules: readonly string[] }) {
  const whole = rules.join(', ');
  const shown = rules.map((rule) => (rule.length > MOST ? `${rule.slice(0, START)} … ${rule.slice(-END)}` : rule)).join(', ');
  return (
    <p className={styles.reach} data-saves={whole} title={shown === whole ? undefined : whole}>
      {words.forThisSessionRules}{' '}
      <code>
        <VisibleText text={shown} />
      </code>
    </p>
  );
}
