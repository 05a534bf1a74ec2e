import { Ban, Check, CircleHelp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { removeRule } from './change-rules.ts';
import { SOURCE_WORDS } from './rule-words.ts';
import styles from './rule-line.module.css';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
const GLYPHS: Record<RuleBehavior, ReactNode> = { deny: <Ban {...icon} />, ask: <CircleHelp {...icon} />, allow: <Check {...icon} /> };

/** One rule: its text, what it means, where it stands, what is wrong with it. */
export function RuleLine({ rule, onChange }: { readonly rule: RuleRow; readonly onChange: (list: RuleList) => void }) {
  const broken = rule.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return (
    <li className={styles.line} data-behavior={rule.behavior} data-inert={rule.inert !== undefined}>
      <span className={styles.glyph}>{GLYPHS[rule.behavior]}</span>
      <div className={styles.body}>
        {/* What is no rule has no meaning to put in words; its mistake says all. */}
        {!broken && <span className={styles.sentence}>{rule.sentence}</span>}
        <code className={styles.text}>{rule.text}</code>
        {!broken && rule.inert !== undefined && <span className={styles.inert}>{rule.inert}</span>}
        {rule.diagnostics.map((diagnostic) => (
          <span key={diagnostic.message} className={styles.diagnostic} data-severity={diagnostic.severity}>
            {diagnostic.message}
          </span>
        ))}
      </div>
      <Provenance rule={rule} />
      {rule.editable ? (
        <IconButton
          label={`Delete rule ${rule.text}`}
          size="small"
          className={styles.delete}
          icon={<Trash2 size={14} strokeWidth={1.5} />}
          onClick={(event) => void removeRule(rule, onChange).then(focusAfterRemoval(event.currentTarget))}
        />
      ) : (
        <span className={styles.fixed} />
      )}
    </li>
  );
}

function Provenance({ rule }: { readonly rule: RuleRow }) {
  const place =
    rule.file === undefined ? null : `${rule.file.split(/[\\/]/).slice(-2).join('/')}${rule.line === undefined ? '' : `:${rule.line}`}`;
  return (
    <div className={styles.provenance}>
      <Badge>{SOURCE_WORDS[rule.source]}</Badge>
      {place !== null && (
        <span className={styles.place} title={`${rule.file}${rule.line === undefined ? '' : `:${rule.line}`}`}>
          {place}
        </span>
      )}
    </div>
  );
}

/** Gives the focus to the rule that takes the deleted one's place, or to the field for a new one. */
function focusAfterRemoval(button: HTMLElement): () => void {
  const pane = button.closest('section[data-rules]');
  const buttons = () => [...(pane?.querySelectorAll<HTMLElement>('li button') ?? [])];
  const index = buttons().indexOf(button);
  return () =>
    requestAnimationFrame(() => {
      // Still there: it was not deleted, or the focus has gone elsewhere by now.
      if (button.isConnected || document.activeElement !== document.body) return;
      const left = buttons();
      (left[index] ?? left.at(-1) ?? pane?.querySelector<HTMLElement>('input[data-new-rule]'))?.focus();
    });
}
