import { useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { Question } from '#shared/session/tool-view.ts';
import { DenyMessage } from '../../answers/message-panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { answerText, type Choice, NO_CHOICE, QuestionFields } from './question-fields.tsx';
import { words } from '../words.ts';
import styles from './form-dock.module.css';

/** What each form gets. */
export interface FormProps {
  /** Buttons are active: visible long enough, and no answer is being sent. */
  readonly armed: boolean;
  readonly onAnswer: (answer: AskAnswer) => void;
}

interface QuestionFormProps extends FormProps {
  readonly questions: readonly Question[];
}

/** One to four questions, each answered by an option or text. */
export function QuestionForm({ questions, armed, onAnswer }: QuestionFormProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [refusing, setRefusing] = useState(false);
  const answers = questions.map(({ question }) => [question, answerText(choices[question] ?? NO_CHOICE)] as const);
  const open = answers.filter(([, answer]) => answer === '').length;
  const several = questions.length > 1;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{several ? words.hasQuestions(questions.length) : words.hasQuestion}</h2>
        {several && <span className={styles.note}>{open === 0 ? words.allAnswered : words.toAnswer(open)}</span>}
      </div>
      <div className={styles.body}>
        {questions.map((question) => (
          <QuestionFields
            key={question.question}
            question={question}
            choice={choices[question.question] ?? NO_CHOICE}
            onChange={(choice) => setChoices((before) => ({ ...before, [question.question]: choice }))}
          />
        ))}
      </div>
      <div className={styles.foot}>
        {refusing ? (
          <DenyMessage disabled={!armed} onSend={onAnswer} onCancel={() => setRefusing(false)} />
        ) : (
          <div className={styles.buttons}>
            <Button
              variant="primary"
              disabled={!armed || open > 0}
              onClick={() => onAnswer({ type: 'answer_questions', answers: Object.fromEntries(answers) })}
            >
              {several ? words.sendAnswers : words.sendAnswer}
            </Button>
            <span className={styles.space} />
            <Button variant="quiet" disabled={!armed} onClick={() => setRefusing(true)} title={words.somethingElseHint}>
              {words.saySomethingElse}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
