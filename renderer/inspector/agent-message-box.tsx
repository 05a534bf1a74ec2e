import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { sendToAgent } from '../store/session-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from '../agents/words.ts';
import styles from './agent-message-box.module.css';

interface AgentMessageBoxProps {
  readonly sessionId: string;
  readonly agent: AgentRow;
  /** The user's messages that have reached the agent's conversation. */
  readonly received: readonly string[];
}

/** Sends a message to a sub-agent. A running agent reads it before its next request; until then it is shown as queued. */
export function AgentMessageBox({ sessionId, agent, received }: AgentMessageBoxProps) {
  const [text, setText] = useState('');
  const [sent, setSent] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const live = agent.state === 'running';
  const waiting = live ? sent.filter((message) => !received.includes(message)) : [];
  const label = words.messageTo(agentLabel(agent));
  const send = async () => {
    const message = text.trim();
    if (message === '' || busy) return;
    setBusy(true);
    if (await sendToAgent(sessionId, agent.agentId, message)) {
      setText('');
      setSent([...waiting, message]);
    }
    setBusy(false);
  };
  return (
    <div className={styles.box}>
      {waiting.map((message) => (
        <p key={message} className={styles.waiting}>
          <span className={styles.who}>{words.readsBefore}</span>
          <VisibleText text={message} />
        </p>
      ))}
      <div className={styles.line}>
        <textarea
          className={styles.input}
          aria-label={label}
          rows={1}
          placeholder={live ? words.sendMessage : words.resumeIt}
          value={text}
          maxLength={1_000_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send();
          }}
        />
        <IconButton
          label={words.send}
          keys="Enter"
          disabled={busy || text.trim() === ''}
          icon={<ArrowUp size={16} strokeWidth={2} />}
          onClick={() => void send()}
        />
      </div>
    </div>
  );
}
