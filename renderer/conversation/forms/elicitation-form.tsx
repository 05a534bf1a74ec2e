import { useState, type FormEvent } from 'react';
import { type ElicitationContent, fieldProblems, type FieldProblems } from '#shared/session/elicitation.ts';
import type { PendingElicitation } from '#shared/session/view.ts';
import { submitByEnter } from '../../answers/submit-by-enter.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { ElicitationFieldInput } from './elicitation-field-input.tsx';
import { contentOf, type Entered, initialEntries } from './elicitation-entries.ts';
import { words } from './words.ts';
import fields from './elicitation-form.module.css';
import styles from './form-dock.module.css';

interface ElicitationFormProps {
  readonly elicitation: PendingElicitation;
  /** Number of questions that wait behind this one. */
  readonly more: number;
  readonly armed: boolean;
  readonly onAnswer: (action: 'accept' | 'decline' | 'cancel', content?: ElicitationContent) => void;
}

/** What an MCP server asks for: values for its fields, or a visit to a page. */
export function ElicitationForm({ elicitation: { server, message, form }, more, armed, onAnswer }: ElicitationFormProps) {
  const asked = form.mode === 'form' ? form.fields : [];
  const [entered, setEntered] = useState<Entered>(() => initialEntries(asked));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [opened, setOpened] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.mode === 'url') return onAnswer('accept');
    const content = contentOf(asked, entered);
    const found = fieldProblems(asked, content);
    setProblems(found);
    if (Object.keys(found).length === 0) onAnswer('accept', content);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys bubbling from its fields
    <form className={fields.form} onSubmit={submit} onKeyDown={submitByEnter} noValidate>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <VisibleText text={words.serverAsks(server)} />
        </h2>
        {more > 0 && <span className={styles.note}>{words.moreQuestions(more)}</span>}
      </div>
      <div className={styles.body}>
        <p className={fields.message}>
          <VisibleText text={message} />
        </p>
        {form.mode === 'url' ? (
          <>
            <a className={fields.link} href={form.url} target="_blank" rel="noreferrer noopener" onClick={() => setOpened(true)}>
              {words.openPageOf(new URL(form.url).host)}
            </a>
            <code className={fields.url}>
              <VisibleText text={form.url} />
            </code>
            <p className={styles.note}>{words.pageNote}</p>
          </>
        ) : (
          <p className={styles.note}>{words.formNote(server)}</p>
        )}
        {asked.map((field) => (
          <ElicitationFieldInput
            key={field.name}
            field={field}
            value={entered[field.name] ?? ''}
            problem={problems[field.name]}
            onChange={(value) => setEntered((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            disabled={!armed || (form.mode === 'url' && !opened)}
            title={form.mode === 'url' && !opened ? words.openPageFirst : undefined}
          >
            {form.mode === 'url' ? words.continueAfterPage : words.sendToServer}
          </Button>
          <span className={styles.space} />
          <Button disabled={!armed} onClick={() => onAnswer('decline')}>
            {words.decline}
          </Button>
          <Button variant="quiet" disabled={!armed} onClick={() => onAnswer('cancel')} title={words.cancelHint}>
            {words.cancelQuestion}
          </Button>
        </div>
      </div>
    </form>
  );
}
