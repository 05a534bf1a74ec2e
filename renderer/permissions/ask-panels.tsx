import type { AskAnswer } from '#shared/session/ask.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { AlwaysPanel } from './always-panel.tsx';
import type { AlwaysChoice } from './always-choices.ts';
import type { AskPanel } from './ask-acts.ts';
import { DenyMessage } from './deny-message.tsx';
import { EditPanel } from './edit-panel.tsx';
import { HunkPanel } from './hunk-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import type { AskedInput } from './use-asked-input.ts';
import { words } from './words.ts';

export interface AskPanelsProps {
  readonly panel: AskPanel;
  readonly ask: QueuedAsk;
  readonly asked: AskedInput;
  readonly choices: readonly AlwaysChoice[];
  readonly projectDir: string;
  readonly disabled: boolean;
  /** Why the last answer was refused. */
  readonly refused: string | null;
  readonly onAnswer: (answer: AskAnswer) => void;
  readonly onCancel: () => void;
}

/** All that takes more than one key to answer; fetched when the first card is in sight. */
export function AskPanels({ panel, ask, asked, choices, projectDir, disabled, refused, onAnswer, onCancel }: AskPanelsProps) {
  const common = { disabled, onCancel };
  switch (panel) {
    case 'always':
      return <AlwaysPanel {...common} choices={choices} projectDir={projectDir} sessionId={ask.sessionId} onAnswer={onAnswer} />;
    case 'comment':
      return (
        <MessagePanel
          {...common}
          label={words.commentLabel}
          placeholder={words.commentExample}
          action={words.allowOnceAndSend}
          onSend={(message) => onAnswer({ type: 'allow_once', message })}
        />
      );
    case 'deny':
      return <DenyMessage {...common} onSend={(message) => onAnswer({ type: 'deny', message })} />;
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
