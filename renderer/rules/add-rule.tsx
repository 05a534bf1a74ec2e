import { useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { RULE_BEHAVIORS, type RuleBehavior, type RuleDestination } from '#shared/permission/rule.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { addRule } from './change-rules.ts';
import { BEHAVIOR_WORDS, DESTINATION_WORDS } from './rule-words.ts';
import { useRuleCheck } from './use-rule-check.ts';
import styles from './add-rule.module.css';

/** Writes a new rule, checked as it is typed. */
export function AddRule({ list, onAdded }: { readonly list: RuleList; readonly onAdded: (list: RuleList) => void }) {
  const [behavior, setBehavior] = useState<RuleBehavior>('allow');
  const [text, setText] = useState('');
  const [destination, setDestination] = useState<RuleDestination>('local');
  const check = useRuleCheck(text, behavior);
  const error = check?.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  const notes = check?.diagnostics.filter((diagnostic) => diagnostic.severity !== 'error') ?? [];

  const add = async () => {
    if (text.trim() === '' || error) return;
    if (await addRule(behavior, text.trim(), destination, onAdded)) setText('');
  };

  return (
    <form
      className={styles.form}
      aria-label="Add a rule"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Select
        label="What the rule does"
        value={behavior}
        options={RULE_BEHAVIORS.toReversed().map((value) => ({ value, label: BEHAVIOR_WORDS[value].name }))}
        onChange={setBehavior}
        className={styles.behavior}
      />
      <TextField
        label="Rule"
        data-new-rule=""
        hideLabel
        mono
        spellCheck={false}
        autoComplete="off"
        placeholder="Bash(npm test:*)   Edit(/src/**)   WebFetch(domain:example.com)"
        className={styles.text}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        label="Where to save it"
        value={destination}
        options={list.destinations.map((place) => ({
          value: place.destination,
          label: DESTINATION_WORDS[place.destination],
          detail: place.file ?? 'Ends with the session',
        }))}
        onChange={setDestination}
        className={styles.destination}
      />
      <Button type="submit" variant="primary" disabled={text.trim() === '' || error !== undefined}>
        Add rule
      </Button>
      <div className={styles.check} role="status">
        {error ? <span className={styles.error}>{error.message}</span> : <span>{check?.sentence ?? BEHAVIOR_WORDS[behavior].detail}</span>}
        {notes.map((note) => (
          <span key={note.message} className={note.severity === 'warning' ? styles.warning : undefined}>
            {note.message}
          </span>
        ))}
      </div>
    </form>
  );
}
