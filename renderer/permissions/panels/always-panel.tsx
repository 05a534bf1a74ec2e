import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { CommandInput } from '#shared/contract/commands.ts';
import { ruleMistake } from '#shared/permission/grammar.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { call } from '../../bridge/client.ts';
import { RuleField } from '../../rule-field/rule-field.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { opensScreenKeyboard } from '../../ui/screen-keyboard.ts';
import { usePaused } from '../../ui/use-paused.ts';
import type { AnswerProof } from '../../answers/answer-guard.ts';
import { HoldButton, useHold } from '../card/hold-button.tsx';
import { TypedTarget } from '../card/typed-target-field.tsx';
import { alwaysAnswer, type AlwaysChoice, indexOfRules, textsFor } from './always-choices.ts';
import { DESTINATION_WORDS } from '../ask-words.ts';
import { AlsoAnswers } from './also-answers.tsx';
import { RuleReach } from './rule-reach.tsx';
import { panelWords as words } from './panel-words.ts';
import styles from '../card/ask-card.module.css';
import row from './save-row.module.css';

export interface AlwaysPanelProps {
  readonly choices: readonly AlwaysChoice[];
  /** The rules that are chosen at first; the first choice without them. */
  readonly first: readonly string[] | undefined;
  /** Of a destructive call: the text to type to allow it, or the button is held, as for allowing it once. */
  readonly target: string | undefined;
  /** Whether the last press counts. */
  readonly counts: () => boolean;
  readonly projectDir: string;
  readonly sessionId: string;
  readonly askId: string;
  /** Those of the card. */
  readonly askIds: readonly string[];
  /** Why the last answer was rejected. */
  readonly refused: string | null;
  readonly disabled: boolean;
  readonly onAnswer: (answer: AskAnswer, proof?: AnswerProof) => void;
  readonly onCancel: () => void;
}

/** Folders are specific to this machine, so the shared settings file isn't offered for them. */
const DESTINATIONS: Readonly<Record<'rules' | 'directories', readonly RuleDestination[]>> = {
  rules: ['session', 'local', 'project', 'user'],
  directories: ['session', 'local', 'user'],
};

/** The exact rules or folders that would be saved, editable, and the destination. */
export function AlwaysPanel(props: AlwaysPanelProps) {
  const { choices, first, target, counts, projectDir, sessionId, askId, askIds, disabled, refused, onAnswer, onCancel } = props;
  const name = useId();
  const [chosen, setChosen] = useState(() => indexOfRules(choices, first));
  const [moved, setMoved] = useState(false);
  const [own, setOwn] = useState<{ readonly from: number; readonly texts: readonly string[] }>();
  const [isOwn, setIsOwn] = useState(false);
  const choice = choices[chosen] ?? choices[0];
  const [destination, setDestination] = useState<RuleDestination>(choice && choice.type !== 'mode' ? choice.destination : 'session');
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it is hidden, and its field would bring up a keyboard over the rule.
  useEffect(() => {
    if (opensScreenKeyboard()) form.current?.closest<HTMLElement>('[data-ask]')?.focus({ preventScroll: true });
  }, []);
  if (!choice) return null;
  const texts = (isOwn ? own?.texts : undefined) ?? textsFor(choice, destination);
  /** The chosen one says what the rules are about. */
  const explained = choices.length > 1 && !isOwn;
  const answer = alwaysAnswer(choice, texts, destination);
  const choose = (index: number, edited = false) => {
    setChosen(index);
    setIsOwn(edited);
    setMoved(true);
    const next = choices[index];
    if (next && next.type !== 'mode') setDestination(next.destination);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!answer) return;
    if (target === undefined) onAnswer(answer);
    else if (typed === target) onAnswer(answer, { needsEngagement: false });
    else event.currentTarget.querySelector<HTMLElement>('[data-typed-target] input')?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.panel}
      aria-label={choices.every((one) => one.type === 'directories') ? words.addFolder : words.alwaysAllow}
      onSubmit={submit}
    >
      <div className={row.options}>
        {choices.length > 1 && (
          <fieldset className={row.choices}>
            <legend className="visually-hidden">{words.whatToAllow}</legend>
            {choices.map((one, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the order of choices never changes.
              <label key={index} className={row.choice} data-saves={index === chosen && one.type === 'mode' ? one.label : undefined}>
                <input type="radio" name={name} checked={index === chosen && !isOwn} onChange={() => choose(index)} />
                <VisibleText text={one.label} />
              </label>
            ))}
            {own && (
              <label className={row.choice}>
                <input type="radio" name={name} checked={isOwn} onChange={() => choose(own.from, true)} />
                {words.asEdited}
              </label>
            )}
          </fieldset>
        )}
        {choices.length === 1 && choice.type === 'mode' && <p data-saves={choice.label}>{choice.label}</p>}
        {texts.map((text, index) => {
          const line = {
            text,
            // Choosing by arrow keys must keep the focus on the choice.
            first: index === 0 && !moved && !opensScreenKeyboard(),
            onChange: (changed: string) => {
              setOwn({ from: chosen, texts: texts.with(index, changed) });
              setIsOwn(true);
            },
          };
          // The text changes while typing, the position never.
          const key = `${chosen}.${index}`;
          return (
            <div key={key} data-saves={text}>
              {choice.type === 'rules' ? (
                <RuleLine
                  {...line}
                  explained={explained}
                  ask={{ projectDir, sessionId, askId, destination, others: texts.toSpliced(index, 1) }}
                />
              ) : (
                <FolderLine {...line} />
              )}
            </div>
          );
        })}
        {choice.type === 'rules' && <RuleReach rules={texts} destination={destination} projectDir={projectDir} sessionId={sessionId} />}
        {choice.type === 'rules' && (
          <AlsoAnswers rules={texts} destination={destination} projectDir={projectDir} sessionId={sessionId} askIds={askIds} />
        )}
      </div>
      {refused !== null && (
        <p className={styles.mistake} role="alert">
          {refused}
        </p>
      )}
      {target !== undefined && <TypedTarget before={words.holdOrType} target={target} typed={typed} onTyped={setTyped} />}
      <div className={row.save}>
        {choice.type !== 'mode' && (
          <div className={row.where} data-saves={destination}>
            <span>{words.savedTo}</span>
            <Select
              label={words.savedTo}
              value={destination}
              onChange={setDestination}
              options={DESTINATIONS[choice.type].map((value) => ({ value, ...DESTINATION_WORDS[value] }))}
            />
            <span>{DESTINATION_WORDS[destination].detail}</span>
          </div>
        )}
        <div className={row.ends}>
          <Button variant="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
          {target === undefined ? (
            <Button type="submit" variant="primary" disabled={disabled || !answer}>
              {saveLabel(choice.type, texts.length)}
            </Button>
          ) : (
            <HeldButton
              disabled={disabled || !answer}
              counts={counts}
              onHeld={() => answer && onAnswer(answer, { isHeld: true })}
              label={saveLabel(choice.type, texts.length)}
            />
          )}
        </div>
      </div>
    </form>
  );
}

interface HeldButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly counts: () => boolean;
  readonly onHeld: () => void;
}

/** Saves what allows a destructive call only when held, as its card does. */
function HeldButton({ label, disabled, counts, onHeld }: HeldButtonProps) {
  const held = useHold(onHeld);
  return (
    <HoldButton hold={{ ...held, begin: () => counts() && held.begin() }} disabled={disabled} title={words.holdToSaveHint}>
      {label}
    </HoldButton>
  );
}

function saveLabel(type: AlwaysChoice['type'], count: number): string {
  if (type === 'mode') return words.acceptEdits;
  if (type === 'rules') return count > 1 ? words.saveRulesAndAllow : words.saveRuleAndAllow;
  return count > 1 ? words.addFoldersAndAllow : words.addFolderAndAllow;
}

interface LineProps {
  readonly text: string;
  readonly first: boolean;
  readonly onChange: (text: string) => void;
}

/** A folder to become a working directory. */
function FolderLine({ text, first, onChange }: LineProps) {
  return (
    <TextField
      label={words.folder}
      hideLabel
      mono
      autoFocus={first}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      hint={words.folderHint}
      spellCheck={false}
    />
  );
}

interface Note {
  readonly sentence: string;
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
}

interface RuleLineProps extends LineProps {
  /** What the rule is about is said above. */
  readonly explained: boolean;
  readonly ask: NonNullable<CommandInput<'rules.check'>['ask']>;
}

/** One rule as it would be saved, explained and validated while it is typed. */
function RuleLine({ ask, explained, text, first, onChange }: RuleLineProps) {
  const rule = text.trim();
  const [note, setNote] = useState<Note | null>(null);
  const { projectDir, sessionId, askId, destination, others = [] } = ask;
  const beside = others.join('\n');
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      const forAsk = { projectDir, sessionId, askId, destination, others: beside.split('\n') };
      call('rules.check', { text: rule, behavior: 'allow', ask: forAsk })
        .then(({ sentence, diagnostics }) => {
          const of = (wanted: 'warning' | 'info') =>
            diagnostics.filter(({ severity }) => severity === wanted).map(({ message }) => message);
          if (current) setNote({ sentence, warnings: of('warning'), infos: of('info') });
        })
        // Without an answer there is no explanation; main checks the rule again when saving.
        .catch(() => current && setNote(null));
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [rule, beside, projectDir, sessionId, askId, destination]);
  const mistake = rule === '' ? words.writeARule : ruleMistake(rule, 'allow');
  const [isPaused, leave] = usePaused(text);
  return (
    <RuleField
      hideLabel
      autoFocus={first}
      value={text}
      behavior="allow"
      projectDir={projectDir}
      onChange={onChange}
      onBlur={leave}
      // What is unfinished isn’t called a mistake yet.
      {...(mistake !== undefined && isPaused
        ? { error: mistake }
        : { hint: mistake ?? (note && <RuleNote {...note} explained={explained} />) })}
    />
  );
}

function RuleNote({ sentence, warnings, infos, explained }: Note & Pick<RuleLineProps, 'explained'>) {
  return [...warnings, ...(explained ? [] : [sentence]), ...infos].map((line) => (
    <span key={line} className={styles.noteLine} data-warning={warnings.includes(line)}>
      {line}
    </span>
  ));
}
