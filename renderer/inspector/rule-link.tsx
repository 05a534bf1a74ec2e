import type { RuleRef } from '#shared/permission/decision.ts';
import { PathLink } from '../paths/path-link.tsx';
import { ruleWhere } from '../permissions/ask-words.ts';
import { showRule } from '../store/window-actions.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './why-section.module.css';

/** A rule and its location; links to it in the rule pane. */
export function RuleLink({ rule, projectDir }: { readonly rule: RuleRef; readonly projectDir: string }) {
  const where = ruleWhere(rule, projectDir);
  return (
    <span className={styles.rule}>
      <button type="button" className={styles.ruleLink} title={words.showAmongRules} onClick={() => showRule(rule)}>
        <VisibleText text={rule.text} />
      </button>{' '}
      <span className={styles.ruleWhere} title={rule.file}>
        {rule.behavior} ·{' '}
        {rule.file === undefined ? (
          <VisibleText text={where} />
        ) : (
          <PathLink path={rule.file} line={rule.line}>
            <VisibleText text={where} />
          </PathLink>
        )}
      </span>
    </span>
  );
}
