import type { AskAnswer } from '#shared/session/ask.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { AlwaysPanel } from './always-panel.tsx';
import type { AnswerProof } from '../../answers/answer-guard.ts';
import type { AlwaysChoice, AskPanel } from './always-choices.ts';
import { withExact } from './with-exact.ts';
import { DenyMessage, MessagePanel, WORDS } from '../../answers/message-panel.tsx';
import { submitByEnter } from '../../answers/submit-by-enter.ts';
import { EditPanel } from './edit-panel.tsx';
import { HunkPanel } from './hunk-panel.tsx';
import type { AskedInput } from '../card/asked-input.ts';
import { panelWords as words } from './panel-words.ts';
import styles from '../card/ask-card.module.css';

export interface AskPanelsProps {
  readonly panel: AskPanel;
  readonly ask: QueuedAsk;
  /** Those of the card. */
  readonly askIds: readonly string[];
  readonly asked: AskedInput;
  readonly choices: readonly AlwaysChoice[];
  /** The rules to choose at first. */
  readonly learned: readonly string[] | undefined;
  /** Of a destructive call: the text to type to allow it. */
  readonly target: string | undefined;
  /** Whether the last press counts. */
  readonly counts: () => boolean;
  /** The person has gone to the card. */
  readonly engaged: boolean;
  readonly projectDir: string;
  readonly disabled: boolean;
  /** Why the last answer was rejected. */
  readonly refused: string | null;
  readonly onAnswer: (answer: AskAnswer, proof?: AnswerProof) => void;
  readonly onCancel: () => void;
}

/** Words were typed into a field of this card. */
const TYPED: AnswerProof = { needsEngagement: false };

/** The panels for answers with more input, loaded when the first card is shown. */
export function AskPanels(props: AskPanelsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Enter bubbling from its fields.
    <div className={styles.panels} onKeyDown={submitByEnter}>
      <Panel {...props} />
    </div>
  );
}

function Panel({
  panel,
  ask,
  askIds,
  asked,
  choices,
  learned,
  target,
  counts,
  engaged,
  projectDir,
  disabled,
  refused,
  onAnswer,
  onCancel,
}: AskPanelsProps) {
  const common = { disabled, onCancel };
  switch (panel) {
    case 'always':
      return (
        <AlwaysPanel
          {...common}
          choices={withExact(choices, ask)}
          first={learned}
          target={target}
          counts={counts}
          projectDir={projectDir}
          sessionId={ask.sessionId}
          askId={ask.askId}
          askIds={askIds}
          refused={refused}
          onAnswer={onAnswer}
        />
      );
    case 'comment':
      return (
        <MessagePanel
          {...common}
          ask={ask}
          kept={WORDS.comment}
          label={words.commentLabel}
          placeholder={words.commentExample}
          action={words.allowOnceAndSend}
          // It allows something, so what is typed counts only on a card that the person has gone to.
          onSend={(message) => onAnswer({ type: 'allow_once', message }, engaged ? TYPED : undefined)}
        />
      );
    case 'deny':
      return <DenyMessage {...common} ask={ask} onSend={(answer) => onAnswer(answer, TYPED)} />;
    case 'edit':
      return (
        <EditPanel
          {...common}
          ask={ask}
          asked={asked}
          refused={refused}
          onSave={(input) => onAnswer({ type: 'allow_edited', input: { ...input } })}
        />
      );
    case 'hunks':
      return (
        <HunkPanel
          {...common}
          ask={ask}
          asked={asked}
          refused={refused}
          onSave={(input) => onAnswer({ type: 'allow_edited', input: { ...input } })}
        />
      );
  }
}
