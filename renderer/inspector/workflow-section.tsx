import { Square } from 'lucide-react';
import { useState } from 'react';
import { agentsOfRun } from '#shared/session/fold/fold-workflows.ts';
import { waitsForPerson } from '#shared/session/fold/fold-agents.ts';
import type { AgentRow, SessionView, WorkflowRow } from '#shared/session/view.ts';
import { agentCounts, agentState, agentStateWords, agentTime, runCounts, runStateWords } from '../agents/words.ts';
import { FileText } from '../paths/path-link.tsx';
import { useDisabledReason, useSession, useWorkflowOfCall } from '../store/selectors.ts';
import { stopWorkflow } from '../store/session-actions.ts';
import { engineNow } from '../store/engine-clock.ts';
import { useNow } from '../time/clock.ts';
import { formatDuration } from '../time/duration.ts';
import { Button } from '../ui/controls/button.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { AgentAtWork } from './agent-section.tsx';
import { Section } from './section.tsx';
import { words } from './words.ts';
import styles from './workflow-section.module.css';

/** For a Workflow call: its phases with their agents, of which one can be opened, and what its script printed. */
export function WorkflowSection({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const run = useWorkflowOfCall(sessionId, callId);
  const view = useSession(sessionId, (all) => (run ? all : undefined));
  return run && view ? <Run key={run.runId} sessionId={sessionId} run={run} view={view} /> : null;
}

interface RunProps {
  readonly sessionId: string;
  readonly run: WorkflowRow;
  readonly view: SessionView;
}

function Run({ sessionId, run, view }: RunProps) {
  const { runId, state, error, lines, outputFile } = run;
  const [openId, setOpenId] = useState<string | null>(null);
  const agents = agentsOfRun(view, runId);
  const open = agents.find(({ agentId }) => agentId === openId);
  const disabledReason = useDisabledReason();
  useNow(state === 'running' ? 1000 : null);
  return (
    <>
      <Section
        id="agent"
        title={words.workflow}
        actions={
          state === 'running' && (
            <Button
              size="small"
              icon={<Square size={10} fill="currentColor" strokeWidth={0} aria-hidden="true" />}
              title={disabledReason}
              disabled={disabledReason !== undefined}
              onClick={() => void stopWorkflow(sessionId, runId)}
            >
              {words.stopWorkflow}
            </Button>
          )
        }
      >
        <p className={styles.state}>
          {runStateWords(run, false)}
          {error !== undefined && `: ${error}`} · {runCounts(agents)} · {formatDuration(agentTime(run, engineNow()))}
        </p>
        {phasesOf(run, agents).map(({ title, members }) => (
          <div key={title ?? ''} className={styles.phase} role="group" aria-label={title ?? words.noPhase}>
            <div className={styles.title} data-current={state === 'running' && run.phase === title}>
              <VisibleText text={title ?? words.noPhase} />
              {members.length > 0 && <span className={styles.count}>{runCounts(members)}</span>}
            </div>
            {members.map((agent) => (
              <button
                key={agent.agentId}
                type="button"
                className={styles.agent}
                aria-expanded={agent.agentId === openId}
                onClick={() => setOpenId(agent.agentId === openId ? null : agent.agentId)}
              >
                <Agent view={view} agent={agent} />
              </button>
            ))}
          </div>
        ))}
        {lines.length > 0 && (
          <div className={styles.phase}>
            <div className={styles.title}>{words.printed}</div>
            <pre className={styles.lines}>
              <VisibleText text={lines.join('\n')} />
            </pre>
          </div>
        )}
        {state === 'completed' && (
          <p className={styles.state}>
            {words.resultIn} <FileText text={outputFile}>{outputFile.replace(/^.*[\\/]/u, '')}</FileText>
          </p>
        )}
      </Section>
      {open && <AgentAtWork key={open.agentId} sessionId={sessionId} agent={open} />}
    </>
  );
}

function Agent({ view, agent }: { readonly view: SessionView; readonly agent: AgentRow }) {
  const waits = agent.state === 'running' && waitsForPerson(view, agent.agentId);
  return (
    <>
      <StatusGlyph state={agentState(agent, waits)} label={agentStateWords(agent, waits)} />
      <span className={styles.name}>
        <VisibleText text={agent.description} />
      </span>
      <span className={styles.count}>
        {agentCounts(agent)} · {formatDuration(agentTime(agent, engineNow()))}
      </span>
    </>
  );
}

/** The phases that the script names or that agents belong to, in their order; agents without one come last. */
function phasesOf(
  { phases }: WorkflowRow,
  agents: readonly AgentRow[],
): { readonly title: string | undefined; readonly members: readonly AgentRow[] }[] {
  const byPhase = Map.groupBy(agents, ({ workflow }) => workflow?.phase);
  const titles = new Set<string | undefined>([...phases, ...[...byPhase.keys()].filter((title) => title !== undefined)]);
  if (byPhase.has(undefined)) titles.add(undefined);
  return [...titles].map((title) => ({ title, members: byPhase.get(title) ?? [] }));
}
