import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AGENT_ITEMS, type AgentConversation, type AgentItem } from '#shared/contract/commands/agent-commands.ts';
import { waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { AgentMessageBox } from './agent-message-box.tsx';
import { useAgentTimes } from '../agents/use-agent-times.ts';
import { agentCounts, agentStateWords } from '../agents/words.ts';
import { CallCard } from '../conversation/items/call-card.tsx';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { Thinking } from '../conversation/items/live-blocks.tsx';
import { useAgentLabel, useAgentOfCall, useCall, useSession, useDisabledReason } from '../store/selectors.ts';
import { stopAgent } from '../store/session-actions.ts';
import { selectCall } from '../store/window-actions.ts';
import { formatDuration } from '../time/duration.ts';
import { Button } from '../ui/controls/button.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { call } from '../bridge/client.ts';
import { Poller } from '../store/poller.ts';
import { Section } from './section.tsx';
import { words } from './words.ts';
import styles from './agent-section.module.css';

/** For an Agent call: the agent and its conversation. For a sub-agent's call: a link to that agent. */
export function AgentSection({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const agent = useAgentOfCall(sessionId, callId);
  return (
    <>
      <MadeBy sessionId={sessionId} callId={callId} />
      {agent && <AgentAtWork key={agent.agentId} sessionId={sessionId} agent={agent} />}
    </>
  );
}

function MadeBy({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const row = useCall(sessionId, callId);
  const label = useAgentLabel(sessionId, row?.agentId);
  const parent = row?.parentCallId;
  if (label === undefined || parent === undefined) return null;
  return (
    <div className={styles.madeBy}>
      {words.calledBy}
      <Button size="small" variant="quiet" onClick={() => selectCall(parent)}>
        {label}
      </Button>
    </div>
  );
}

/** An agent and its conversation. */
export function AgentAtWork({ sessionId, agent }: { readonly sessionId: string; readonly agent: AgentRow }) {
  const { agentId, agentType, model, state, error, calls, tokens } = agent;
  const [last, setLast] = useState<number>(AGENT_ITEMS.usual);
  const conversation = useAgentConversation(sessionId, agentId, `${state}:${calls}:${tokens}`, last);
  const waits = useSession(sessionId, (view) => waitsForPerson(view, agentId)) ?? false;
  const live = state === 'running';
  const disabledReason = useDisabledReason();
  // As of the call that started it, what waited for the user is no work.
  const { worked } = useAgentTimes(sessionId, agent);
  return (
    <Section
      id="agent"
      title={words.agent}
      actions={
        live && (
          <Button
            size="small"
            icon={<Square size={10} fill="currentColor" strokeWidth={0} aria-hidden="true" />}
            title={disabledReason}
            disabled={disabledReason !== undefined}
            onClick={() => void stopAgent(sessionId, agentId)}
          >
            {words.stopAgent}
          </Button>
        )
      }
    >
      <dl className={styles.facts}>
        <Fact name={words.agentType}>{agentType}</Fact>
        <Fact name={words.model}>{model}</Fact>
        <Fact name={words.agentState}>
          {agentStateWords(agent, waits)}
          {error !== undefined && `: ${error}`}
        </Fact>
        <Fact name={words.worked}>
          {formatDuration(worked)}, {agentCounts(agent)}
        </Fact>
      </dl>
      {conversation.type === 'loading' && <Skeleton lines={4} label={words.loadingConversation} />}
      {conversation.type === 'error' && <p className={styles.notice}>{words.conversationNotRead(conversation.message)}</p>}
      {conversation.type === 'ready' && (
        <div className={styles.items} role="group" aria-label={words.conversation}>
          {conversation.conversation.earlier > 0 && (
            <Earlier count={conversation.conversation.earlier} canGrow={last < AGENT_ITEMS.most} onMore={() => setLast(last * 3)} />
          )}
          {conversation.conversation.items.map((item, index) => (
            <Item key={item.id} sessionId={sessionId} item={item} isTask={index === 0 && conversation.conversation.earlier === 0} />
          ))}
          <AgentMessageBox
            sessionId={sessionId}
            agent={agent}
            received={conversation.conversation.items.flatMap((item) =>
              item.type === 'message' && item.origin === 'prompt' ? [item.text] : [],
            )}
          />
        </div>
      )}
    </Section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Earlier({ count, canGrow, onMore }: { readonly count: number; readonly canGrow: boolean; readonly onMore: () => void }) {
  if (!canGrow) return <p className={styles.notice}>{words.inTheLog(count.toLocaleString('en'))}</p>;
  return (
    <Button variant="quiet" size="small" onClick={onMore}>
      {words.showEarlier(count.toLocaleString('en'))}
    </Button>
  );
}

function Item({ sessionId, item, isTask }: { readonly sessionId: string; readonly item: AgentItem; readonly isTask: boolean }) {
  switch (item.type) {
    case 'message':
      return (
        <div className={styles.told}>
          <span className={styles.who}>{isTask ? words.task : item.origin === 'prompt' ? words.you : words.message}</span>
          <VisibleText text={item.text} />
        </div>
      );
    case 'text':
      return <Markdown text={item.text} />;
    case 'thinking':
      return <Thinking text={item.text} />;
    case 'call':
      return (
        <div className={styles.call}>
          <CallCard sessionId={sessionId} callId={item.callId} />
        </div>
      );
    case 'notice':
      return (
        <p className={styles.notice} data-level={item.level}>
          <VisibleText text={item.text} />
        </p>
      );
  }
}

type ConversationState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly conversation: AgentConversation }
  | { readonly type: 'error'; readonly message: string };

/**
 * The end of an agent's conversation, refetched when `version` changes, one request at a time, since a busy agent changes faster than
 * requests complete. The previous result stays until the next arrives.
 */
function useAgentConversation(sessionId: string, agentId: string, version: string, last: number): ConversationState {
  const [state, setState] = useState<ConversationState & { readonly of?: string }>({ type: 'loading' });
  const [paced] = useState(
    () =>
      new Poller<AgentConversation>({
        onSeen: (of, conversation) => setState({ type: 'ready', conversation, of }),
        onFailed: (of, message) => setState({ type: 'error', message, of }),
      }),
  );
  const of = `${sessionId}:${agentId}`;
  useEffect(() => {
    const look = () => call('agent.conversation', { sessionId, agentId, last: Math.min(last, AGENT_ITEMS.most) });
    paced.ask({ of, fetch: look, after: 0, pause: 0 });
  }, [paced, of, sessionId, agentId, version, last]);
  useEffect(() => () => paced.stop(), [paced]);
  return state.of === of ? state : { type: 'loading' };
}
