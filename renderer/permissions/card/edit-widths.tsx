import { Fragment, useId } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { type AlwaysChoice, alwaysChoices, sessionAnswer, textsFor } from '../panels/always-choices.ts';
import { words } from '../words.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

/** One width in which edits can be allowed for the session. */
export interface EditWidth {
  readonly label: string;
  /** What exactly is allowed. */
  readonly detail: string;
  /** What the label leaves out, for all to see. */
  readonly besides?: string;
  readonly answer: AskAnswer;
}

/** The rule for a single file, with its folder and its name. */
const FILE_RULE = /^Edit\((.+)\/([^/]+)\)$/u;

/** This file, its folder, all edits: from the suggestions for an edit in a working directory; empty for any other call. */
export function editWidths(choices: readonly AlwaysChoice[]): readonly EditWidth[] {
  const [text] = choices.flatMap((choice) => (choice.type === 'rules' ? textsFor(choice, 'session') : []));
  const mode = choices.find((choice) => choice.type === 'mode');
  const [, folder] = FILE_RULE.exec(text ?? '') ?? [];
  if (text === undefined || folder === undefined || !mode) return [];
  const inFolder = `Edit(${folder}/**)`;
  return [
    { label: words.thisFile, detail: words.sessionHint(text), answer: forSession([text]) },
    { label: words.inFolder(folder.slice(folder.lastIndexOf('/') + 1)), detail: inFolder, answer: forSession([inFolder]) },
    { label: words.allEdits, detail: mode.label, besides: cardWords.besidesEdits, answer: { type: 'set_mode', mode: 'acceptEdits' } },
  ];
}

/** The same for several edits: these files, their folder if it is one, all edits. */
export function editsWidths(edits: readonly QueuedAsk[]): readonly EditWidth[] {
  const these = editsAnswer(edits);
  const [[first, ...wider] = [], ...others] = edits.map(({ suggestions }) => editWidths(alwaysChoices(suggestions)));
  if (!these || !first) return [];
  const common = wider.filter(({ detail }) => others.every((widths) => widths.some((width) => width.detail === detail)));
  return [{ label: words.theseFiles, detail: words.sessionHint(these.rules.join(', ')), answer: these }, ...common];
}

/** The answer that allows all of them for the session; `undefined` where no rule can. */
export function editsAnswer(edits: readonly QueuedAsk[]): Extract<AskAnswer, { type: 'allow_always' }> | undefined {
  const answers = edits.map(({ suggestions }) => sessionAnswer(alwaysChoices(suggestions)));
  if (answers.includes(undefined)) return undefined;
  return forSession([...new Set(answers.flatMap((answer) => answer?.rules ?? []))]);
}

function forSession(rules: readonly string[]): Extract<AskAnswer, { type: 'allow_always' }> {
  return { type: 'allow_always', rules: [...rules], destination: 'session' };
}

interface EditWidthsProps {
  readonly widths: readonly EditWidth[];
  readonly armed: boolean;
  readonly onAnswer: (answer: AskAnswer) => void;
}

/** A button for each width. */
export function EditWidths({ widths, armed, onAnswer }: EditWidthsProps) {
  const id = useId();
  return (
    <div className={styles.widths} role="group" aria-label={words.forThisSessionRules}>
      <span className={styles.reach}>{words.forThisSessionRules}</span>
      {widths.map(({ label, detail, besides, answer }) => (
        <Fragment key={label}>
          <Button
            size="small"
            disabled={!armed}
            title={detail}
            aria-describedby={besides === undefined ? undefined : id}
            onClick={() => onAnswer(answer)}
          >
            {label}
          </Button>
          {besides !== undefined && (
            <span id={id} className={styles.reach}>
              {besides}
            </span>
          )}
        </Fragment>
      ))}
    </div>
  );
}
