import { useEffect, useId, useState } from 'react';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { call } from '../bridge/client.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { alwaysAnswer, type AlwaysChoice } from './always-choices.ts';
import { DESTINATION_WORDS } from './ask-words.ts';
import { RuleReach } from './rule-reach.tsx';
import { words } from './words.ts';
import styles from './ask-card.module.css';

export interface AlwaysPanelProps {
  readonly choices: readonly AlwaysChoice[];
  readonly projectDir: string;
  readonly sessionId: string;
  readonly disabled: boolean;
  readonly onAnswer: (answer: AskAnswer) => void;
  readonly onCancel: () => void;
}

const DESTINATIONS: readonly RuleDestination[] = ['session', 'local', 'project', 'user'];

/** The exact rules that would be saved, to edit, and where they go. */
export function AlwaysPanel({ choices, projectDir, sessionId, disabled, onAnswer, onCancel }: AlwaysPanelProps) {
  const name = useId();
  const [chosen, setChosen] = useState(0);
  const [edits, setEdits] = useState<Readonly<Record<number, readonly string[]>>>({});
  const choice = choices[chosen] ?? choices[0];
  const [destination, setDestination] = useState<RuleDestination>(choice?.type === 'rules' ? choice.destination : 'session');
  if (!choice) return null;
  const rules = choice.type === 'rules' ? (edits[chosen] ?? choice.rules) : [];
  // What one rule means stands below its field, so it isn't said here too.
  const singleRules = choices.filter((one) => one.type === 'rules').length === 1;
  const answer = alwaysAnswer(choice, rules, destination);
  const choose = (index: number) => {
    setChosen(index);
    const next = choices[index];
    if (next?.type === 'rules') setDestination(next.destination);
  };
  return (
    <form
      className={styles.panel}
      aria-label={words.alwaysAllow}
      onSubmit={(event) => {
        event.preventDefault();
        if (answer && !disabled) onAnswer(answer);
      }}
    >
      {choices.length > 1 && (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{words.whatToAllow}</legend>
          {choices.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- choices never change places.
            <label key={index} className={styles.choice}>
              <input type="radio" name={name} checked={index === chosen} onChange={() => choose(index)} />
              <VisibleText text={one.type === 'rules' && singleRules ? 'With a rule' : one.label} />
            </label>
          ))}
        </fieldset>
      )}
      {choices.length === 1 && choice.type === 'mode' && <p>{choice.label}</p>}
      {rules.map((rule, index) => (
        <RuleField
          // oxlint-disable-next-line react/no-array-index-key -- the text changes while it is typed.
          key={`${chosen}.${index}`}
          rule={rule}
          first={index === 0}
          onCancel={onCancel}
          onChange={(text) => setEdits({ ...edits, [chosen]: rules.with(index, text) })}
        />
      ))}
      {choice.type === 'rules' && <RuleReach rules={rules} destination={destination} projectDir={projectDir} sessionId={sessionId} />}
      <div className={styles.save}>
        {choice.type === 'rules' && (
          <>
            <span>{words.savedTo}</span>
            <Select
              label={words.savedTo}
              value={destination}
              onChange={setDestination}
              options={DESTINATIONS.map((value) => ({ value, ...DESTINATION_WORDS[value] }))}
            />
            <span>{DESTINATION_WORDS[destination].detail}</span>
          </>
        )}
        <span style={{ flex: 1 }} />
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={disabled || !answer}>
          {choice.type === 'mode' ? words.acceptEdits : rules.length > 1 ? words.saveRulesAndAllow : words.saveRuleAndAllow}
        </Button>
      </div>
    </form>
  );
}

/** One rule as text, with what it means in words while it is typed. */
function RuleField({
  rule,
  first,
  onCancel,
  onChange,
}: {
  readonly rule: string;
  readonly first: boolean;
  readonly onCancel: () => void;
  readonly onChange: (text: string) => void;
}) {
  const [note, setNote] = useState<{ readonly text: string; readonly error: boolean }>({ text: '', error: false });
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      call('rules.check', { text: rule, behavior: 'allow' })
        .then(({ sentence, diagnostics }) => {
          if (!current) return;
          const worst = diagnostics.find((one) => one.severity === 'error') ?? diagnostics.find((one) => one.severity === 'warning');
          setNote({ text: worst?.message ?? sentence, error: worst?.severity === 'error' });
        })
        // Without an answer the rule is shown as it is; main checks it again when it is saved.
        .catch(() => current && setNote({ text: '', error: false }));
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [rule]);
  return (
    <TextField
      label={words.rule}
      hideLabel
      mono
      autoFocus={first}
      value={rule}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      {...(note.error ? { error: note.text } : { hint: note.text })}
      spellCheck={false}
    />
  );
}
