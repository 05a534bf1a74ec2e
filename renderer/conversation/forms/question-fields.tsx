import { type KeyboardEvent, useId } from 'react';
import { ANSWER_SEPARATOR, type Question } from '#shared/session/tool-view.ts';
import { Kbd } from '../../ui/display/kbd.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './question-fields.module.css';

/** The user's answer to one question so far: labels, and own text. */
export interface Choice {
  readonly labels: readonly string[];
  readonly isOther: boolean;
  readonly other: string;
}

export const NO_CHOICE: Choice = { labels: [], isOther: false, other: '' };

/** Selects one label, or toggles it where several may be chosen. */
function withLabel(choice: Choice, label: string, several: boolean): Choice {
  if (!several) return { ...choice, labels: [label], isOther: false };
  const labels = choice.labels.includes(label) ? choice.labels.filter((one) => one !== label) : [...choice.labels, label];
  return { ...choice, labels };
}

function withOther(choice: Choice, isOther: boolean, several: boolean): Choice {
  return { ...choice, isOther, ...(isOther && !several && { labels: [] }) };
}

/** The answer as sent; empty while incomplete. */
export function answerText({ labels, isOther, other }: Choice): string {
  const words = other.trim();
  // “Other” without text is no answer.
  if (isOther && words === '') return '';
  return [...labels, ...(isOther ? [words] : [])].join(ANSWER_SEPARATOR);
}

export interface QuestionFieldsProps {
  readonly question: Question;
  readonly answered: boolean;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** One question: its options, and a field for another answer. */
export function QuestionFields({ question: { question, header, options, multiSelect }, answered, choice, onChange }: QuestionFieldsProps) {
  const name = useId();
  const type = multiSelect ? 'checkbox' : 'radio';
  /** A number chooses the option of that place, like its box; the last one leads into the field of the other answer. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const input = /^[1-9]$/u.test(event.key) ? event.currentTarget.querySelectorAll('input')[Number(event.key) - 1] : undefined;
    if (!input) return;
    event.preventDefault();
    const field = input.closest('[data-other]')?.querySelector('textarea');
    (field ?? input).focus();
    if (!field || !input.checked) input.click();
  };
  const preview = options.find(({ label, preview: text }) => text !== undefined && choice.labels.includes(label))?.preview;
  return (
    <div className={styles.question}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the options inside it */}
      <fieldset className={styles.fields} data-open={answered ? undefined : ''} onKeyDown={onKeyDown}>
        <legend className={styles.legend}>
          {header !== '' && (
            <span className={styles.header}>
              <VisibleText text={header} />
            </span>
          )}
          <VisibleText text={question} />
          {multiSelect && <span className={styles.hint}>{words.chooseAnyNumber}</span>}
        </legend>
        <div className={styles.options}>
          {options.map(({ label, description }, index) => (
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- VisibleText is its text
            <label key={label} className={styles.option}>
              <input
                type={type}
                name={name}
                checked={choice.labels.includes(label)}
                onChange={() => onChange(withLabel(choice, label, multiSelect))}
              />
              <span className={styles.words}>
                <span className={styles.label}>
                  <VisibleText text={label} />
                </span>
                <span className={styles.description}>
                  <VisibleText text={description} />
                </span>
              </span>
              <span className={styles.number} aria-hidden="true">
                <Kbd keys={String(index + 1)} />
              </span>
            </label>
          ))}
          <div className={styles.option} data-other="">
            <input
              type={type}
              name={name}
              aria-label={words.other}
              checked={choice.isOther}
              onChange={(event) => onChange(withOther(choice, event.target.checked, multiSelect))}
            />
            <textarea
              className={styles.other}
              rows={1}
              aria-label={words.otherAnswerTo(question)}
              placeholder={words.otherLabel}
              value={choice.other}
              onChange={(event) => onChange({ ...withOther(choice, true, multiSelect), other: event.target.value })}
            />
          </div>
        </div>
        {preview !== undefined && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them
          <pre className={styles.preview} tabIndex={0} role="group" aria-label={words.previewOfTheChoice}>
            <VisibleText text={preview} />
          </pre>
        )}
      </fieldset>
    </div>
  );
}
