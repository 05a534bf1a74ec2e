import type { KeyboardEvent } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { AlwaysPanel } from './always-panel.tsx';
import type { AnswerProof } from './answer-guard.ts';
import type { AlwaysChoice } from './always-choices.ts';
import type { AskPanel } from './ask-acts.ts';
import { DenyMessage } from './deny-message.tsx';
import { EditPanel } from './edit-panel.tsx';
import { HunkPanel } from './hunk-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import type { AskedInput } from './use-asked-input.ts';
import { words } from './words.ts';
import styles from './ask-card.module.css';

export interface AskPanelsProps {
  readonly panel: AskPanel;
  readonly ask: QueuedAsk;
  readonly asked: AskedInput;
  readonly choices: readonly AlwaysChoice[];
  readonly projectDir: string;
  readonly disabled: boolean;
  /** Why the last answer was refused. */
  readonly refused: string | null;
  readonly onAnswer: (answer: AskAnswer, proof?: AnswerProof) => void;
  readonly onCancel: () => void;
}

/** Words for the agent were typed into a field of the card itself. */
const TYPED: AnswerProof = { needsTaken: false };

/** All that takes more than one key to answer; fetched when the first card is in sight. */
export function AskPanels(props: AskPanelsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter of its fields, on its way up.
    <div className={styles.panels} onKeyDown={submitByEnter}>
      <Panel {...props} />
    </div>
  );
}

/** Enter sends the form also while its button waits: whether it counts is checked, and said, with the answer. */
function submitByEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || ['checkbox', 'radio'].includes(target.type)) return;
  event.preventDefault();
  target.form?.requestSubmit();
}

function Panel({ panel, ask, asked, choices, projectDir, disabled, refused, onAnswer, onCancel }: AskPanelsProps) {
  const common = { disabled, onCancel };
  switch (panel) {
    case 'always':
      return (
        <AlwaysPanel
          {...common}
          choices={choices}
          projectDir={projectDir}
          sessionId={ask.sessionId}
          askId={ask.askId}
          refused={refused}
          onAnswer={onAnswer}
        />
      );
    case 'comment':
      return (
        <MessagePanel
          {...common}
          label={words.commentLabel}
          placeholder={words.commentExample}
          action={words.allowOnceAndSend}
          onSend={(message) => onAnswer({ type: 'allow_once', message }, TYPED)}
        />
      );
    case 'deny':
      return <DenyMessage {...common} onSend={(message) => onAnswer({ type: 'deny', message }, TYPED)} />;
    case 'edit':
      return (
        <EditPanel
          {...common}
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
