import type { KeyboardEvent } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { Question } from '#shared/session/tool-view.ts';
import { type AskRef, HalfGiven, useHalfGiven } from '../../answers/half-given.ts';
import { DenyMessage } from '../../answers/message-panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { keysInText, matchesChord } from '../../ui/display/kbd.tsx';
import { answerText, type Choice, NO_CHOICE, QuestionFields } from './question-fields.tsx';
import { words } from './words.ts';
import styles from './form-dock.module.css';

/** What each form gets. */
export interface FormProps {
  readonly ask: AskRef;
  /** Buttons are active: visible long enough, and no answer is being sent. */
  readonly armed: boolean;
  readonly onAnswer: (answer: AskAnswer) => void;
  /** The person writes a message to send instead. */
  readonly refusing: boolean;
  readonly onRefusing: (refusing: boolean) => void;
}

interface QuestionFormProps extends FormProps {
  readonly questions: readonly Question[];
}

type Choices = Readonly<Record<string, Choice>>;

const CHOICES = new HalfGiven<Choices>();
const NO_CHOICES: Choices = {};

/** The first option of each question without an answer. */
const UNANSWERED = 'fieldset[data-open] input';

/** One to four questions, each answered by an option or text. */
export function QuestionForm({ ask, questions, armed, onAnswer, refusing, onRefusing }: QuestionFormProps) {
  const [choices, setChoices] = useHalfGiven(CHOICES, ask, NO_CHOICES);
  const answers = questions.map(({ question }) => [question, answerText(choices[question] ?? NO_CHOICE)] as const);
  const open = answers.filter(([, answer]) => answer === '').length;
  const several = questions.length > 1;
  const send = () => onAnswer({ type: 'answer_questions', answers: Object.fromEntries(answers) });
  /** Enter on an option sends complete answers, Mod+Enter also from the text fields. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isWriting = event.target instanceof HTMLTextAreaElement;
    if (!matchesChord(event, 'Mod+Enter') && (event.key !== 'Enter' || isWriting)) return;
    event.preventDefault();
    event.stopPropagation();
    if (open > 0) event.currentTarget.querySelectorAll<HTMLElement>(UNANSWERED)[0]?.focus();
    // A key isn't aimed at a place, so it counts while the buttons move; what else speaks against it is said.
    else send();
  };
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{several ? words.hasQuestions(questions.length) : words.hasQuestion}</h2>
        {several && <span className={styles.note}>{open === 0 ? words.allAnswered : words.toAnswer(open)}</span>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the options inside it */}
      <div className={styles.body} onKeyDown={onKeyDown}>
        {questions.map((question) => (
          <QuestionFields
            key={question.question}
            question={question}
            answered={answerText(choices[question.question] ?? NO_CHOICE) !== ''}
            choice={choices[question.question] ?? NO_CHOICE}
            onChange={(choice) => setChoices({ ...choices, [question.question]: choice })}
          />
        ))}
      </div>
      <div className={styles.foot}>
        {refusing ? (
          <DenyMessage ask={ask} disabled={!armed} action={words.sendAnswer} onSend={onAnswer} onCancel={() => onRefusing(false)} />
        ) : (
          <div className={styles.buttons}>
            <Button
              variant="primary"
              disabled={!armed || open > 0}
              title={open > 0 ? words.toAnswer(open) : words.sendHint(keysInText('Enter'))}
              onClick={send}
            >
              {several ? words.sendAnswers : words.sendAnswer}
            </Button>
            <span className={styles.space} />
            <Button variant="quiet" disabled={!armed} onClick={() => onRefusing(true)} title={words.somethingElseHint}>
              {words.saySomethingElse}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
