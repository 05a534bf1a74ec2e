import { Lightbulb, X } from 'lucide-react';
import type { RuleSuggestion } from '#shared/contract/rules.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { addRules, type OnRules } from './change-rules.ts';
import { beginDraft } from './rule-draft.ts';
import { words } from './words.ts';
import styles from './suggestions.module.css';

const SHOWN = 3;

export interface SuggestionsProps {
  readonly suggestions: readonly RuleSuggestion[];
  readonly onDismiss: (texts: readonly string[]) => void;
  readonly onChange: OnRules;
}

/** Suggests rules for calls that were repeatedly answered the same way. */
export function Suggestions({ suggestions, onDismiss, onChange }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  const use = ({ texts, destination, last }: RuleSuggestion) => {
    const [text] = texts;
    // Several rules belong together and are saved without editing.
    if (texts.length === 1 && text !== undefined) beginDraft({ text, destination, from: last.summary });
    else void addRules('allow', texts, destination, onChange);
  };
  return (
    <section aria-label={words.suggestedRules} className={styles.list}>
      {suggestions.slice(0, SHOWN).map((suggestion) => (
        <div key={suggestion.texts.join('\n')} className={styles.row}>
          <Lightbulb size={14} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
          <p className={styles.text}>
            {words.youAllowed}{' '}
            <code>
              <VisibleText text={suggestion.last.summary} />
            </code>
            {suggestion.texts.some((text) => text.includes('*')) ? words.andSimilar : ''} {suggestion.count} {words.times}
          </p>
          <Button size="small" onClick={() => use(suggestion)}>
            {words.makeItARule}
          </Button>
          <IconButton
            label={words.dontSuggest(suggestion.texts.join(', '))}
            size="small"
            icon={<X size={14} strokeWidth={1.5} />}
            onClick={() => onDismiss(suggestion.texts)}
          />
        </div>
      ))}
      {suggestions.length > SHOWN && <p className={styles.more}>{words.moreSuggestions(suggestions.length - SHOWN)}</p>}
    </section>
  );
}
