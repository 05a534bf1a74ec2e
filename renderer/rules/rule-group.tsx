import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { RuleLine } from './rule-line.tsx';
import { BEHAVIOR_WORDS } from './rule-words.ts';
import styles from './rule-group.module.css';

export interface RuleGroupProps {
  readonly behavior: RuleBehavior;
  readonly rules: readonly RuleRow[];
  readonly onChange: (list: RuleList) => void;
}

/** The rules that deny, that ask, or that allow. */
export function RuleGroup({ behavior, rules, onChange }: RuleGroupProps) {
  if (rules.length === 0) return null;
  const words = BEHAVIOR_WORDS[behavior];
  return (
    <section aria-label={words.heading}>
      <h3 className={styles.heading}>
        {words.heading}
        <span className={styles.detail}>{words.detail}</span>
      </h3>
      <ul className={styles.list}>
        {rules.map((rule) => (
          <RuleLine key={rule.id} rule={rule} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}
