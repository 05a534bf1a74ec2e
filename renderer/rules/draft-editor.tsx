import { History, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { ruleForCommand } from '#shared/permission/command-without-tool.ts';
import { ruleMistake, unknownToolNote } from '#shared/permission/grammar.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { RuleField } from '../rule-field/rule-field.tsx';
import { useWindow } from '../store/app-store.ts';
import { type ReplayRules, replayRules } from '../store/rule-replay.ts';
import { showRule } from '../store/rule-requests.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { usePaused } from '../ui/use-paused.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { addRule, moveRule, type OnRules } from './change-rules.ts';
import { discardDraft, editDraft, endDraft, type RuleDraft, useRuleCheck, useRuleDraft } from './rule-draft.ts';
import { ruleLadder } from './rule-ladder.ts';
import { BEHAVIOR_WORDS, DESTINATION_WORDS, words } from './words.ts';
import { VerdictGlyph } from './verdict-glyph.tsx';
import styles from './draft-editor.module.css';

export interface DraftEditorProps {
  readonly draft: RuleDraft;
  readonly list: RuleList;
  readonly onChange: OnRules;
}

/** Edits one rule: behaviour, text and destination. */
export function DraftEditor({ draft, list, onChange }: DraftEditorProps) {
  const begun = useRuleDraft((state) => state.begun);
  const field = useRef<HTMLTextAreaElement>(null);
  const check = useRuleCheck(draft.text, draft.behavior, draft.destination, draft.original?.id);
  const projectDir = useWindow((state) => state.project?.projectDir);
  const isEmpty = draft.text.trim() === '';
  const ownMistake = isEmpty ? undefined : ruleMistake(draft.text.trim(), draft.behavior);
  const isMistaken = ownMistake !== undefined;
  const mistake = check?.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  const unknown = unknownToolNote(draft.text);
  const [isPaused, leaveText] = usePaused(draft.text);
  const current = draft.original && currentOf(draft.original, list);
  const isSame = draft.original !== null && isUnchanged(draft);
  const whyNot = isEmpty ? words.writeARule : (ownMistake ?? (isSame ? words.nothingChangedYet : undefined));
  const isInvalid = whyNot !== undefined;
  const meant = isMistaken ? ruleForCommand(draft.text) : undefined;

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [begun]);

  const save = async () => {
    if (isInvalid) return;
    const { behavior, destination } = draft;
    const text = draft.text.trim();
    const saved = current
      ? await moveRule(current, { behavior, text, destination }, onChange)
      : await addRule(behavior, text, destination, onChange);
    // Another may have been started meanwhile, or this one changed.
    if (!saved || useRuleDraft.getState().draft !== draft) return;
    endDraft();
    if (current?.disabled !== true) showRule({ behavior, text, source: destination });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    discardDraft();
  };

  const title = draft.original ? words.editRule : words.newRule;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields discards the draft.
    <form
      className={styles.form}
      aria-label={title}
      data-rule-draft=""
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header className={styles.header}>
        <h3 className={styles.title}>{title}</h3>
        <IconButton
          label={words.discardTheDraft}
          keys="Escape"
          size="small"
          icon={<X size={14} strokeWidth={1.5} />}
          onClick={discardDraft}
          tooltipSide="left"
        />
      </header>
      {draft.from !== null && (
        <p className={styles.from}>
          {words.fromTheCall}{' '}
          <code>
            <VisibleText text={draft.from} />
          </code>
        </p>
      )}
      {draft.original && !current && <MissingRuleNote original={draft.original} />}
      <BehaviorChoice draft={draft} />
      <RuleField
        ref={field}
        placeholder={words.exampleRule}
        value={draft.text}
        behavior={draft.behavior}
        projectDir={projectDir}
        onChange={(text) => editDraft({ text })}
        onBlur={leaveText}
      />
      <div className={styles.check} role="status">
        {whyNot === undefined ? (
          <span>{(mistake ? undefined : check?.sentence) ?? BEHAVIOR_WORDS[draft.behavior].detail}</span>
        ) : (
          // What is unfinished isn’t called a mistake yet.
          <span className={isMistaken && isPaused ? styles.error : undefined}>{whyNot}</span>
        )}
        {isPaused && unknown !== undefined && <span className={styles.warning}>{unknown}</span>}
        {check?.diagnostics
          .filter((diagnostic) => diagnostic !== mistake)
          .map((note) => (
            <span key={note.message} className={styles.warning}>
              {note.message}
            </span>
          ))}
      </div>
      <Ladder text={draft.text} />
      {meant !== undefined && (
        <div className={styles.ladder}>
          <button type="button" className={styles.step} onClick={() => editDraft({ text: meant })}>
            {words.use(meant)}
          </button>
        </div>
      )}
      <div className={styles.place}>
        <span className={styles.label} aria-hidden="true">
          {words.savedIn}
        </span>
        <Select
          label={words.savedIn}
          value={draft.destination}
          options={list.destinations.map(({ destination, file }) => ({
            value: destination,
            label: DESTINATION_WORDS[destination],
            detail: file ?? words.endsWithSession,
          }))}
          onChange={(destination) => editDraft({ destination })}
          className={styles.destination}
        />
      </div>
      <footer className={styles.footer}>
        <Button onClick={discardDraft}>{words.discard}</Button>
        <Button type="submit" variant="primary" disabled={isInvalid}>
          {draft.original && current ? words.saveRule : words.addRule}
        </Button>
      </footer>
      <Button
        size="small"
        className={styles.replay}
        disabled={isInvalid}
        icon={<History size={14} strokeWidth={1.5} aria-hidden="true" />}
        title={words.replayDraftHint}
        onClick={() => replayRules(replayOf(draft))}
      >
        {words.replayDraft}
      </Button>
    </form>
  );
}

function replayOf({ behavior, text, destination, original }: RuleDraft): ReplayRules {
  const rule = { behavior, text: text.trim() };
  const replaces = original === null ? {} : { replaces: original.id };
  return { title: words.draftTitle(rule.text), set: { rules: [rule], destination, instead: false, ...replaces } };
}

function MissingRuleNote({ original }: { readonly original: RuleRow }) {
  return (
    <p className={styles.gone} role="alert">
      <strong>{words.changedElsewhere}</strong> <code>{original.text}</code> {words.draftIsKept}
    </p>
  );
}

function BehaviorChoice({ draft }: { readonly draft: RuleDraft }) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{words.whatTheRuleDoes}</legend>
      {RULE_BEHAVIORS.map((behavior) => (
        <label key={behavior} className={styles.option} data-behavior={behavior}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={draft.behavior === behavior}
            onChange={() => editDraft({ behavior })}
          />
          <VerdictGlyph behavior={behavior} />
          {BEHAVIOR_WORDS[behavior].name}
        </label>
      ))}
    </fieldset>
  );
}

/** Narrower and wider variants of the rule. */
function Ladder({ text }: { readonly text: string }) {
  const steps = ruleLadder(text);
  if (steps.length < 2) return null;
  return (
    <div className={styles.ladder} role="group" aria-label={words.narrowerToWider}>
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          className={styles.step}
          aria-pressed={step === text.trim()}
          onClick={() => editDraft({ text: step })}
        >
          {step}
        </button>
      ))}
    </div>
  );
}

/** The rule in the current list. IDs are positions, so the text must match too. */
function currentOf(original: RuleRow, list: RuleList): RuleRow | undefined {
  const same = list.rules.filter(
    (rule) =>
      rule.text === original.text &&
      rule.behavior === original.behavior &&
      rule.source === original.source &&
      rule.disabled === original.disabled,
  );
  return same.find(({ id }) => id === original.id) ?? same[0];
}

function isUnchanged({ original, behavior, destination, text }: RuleDraft): boolean {
  return original?.behavior === behavior && original.source === destination && original.text === text.trim();
}
