import type { EffortChoice } from '#shared/model/effort.ts';
import type { ScriptedAgent } from '#main/model/client.ts';
import type { AskHandler } from '#main/permission/handlers.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { TouchedFiles } from './instructions/touched-files.ts';
import { Transcript } from './request/transcript.ts';
import type { SessionServices } from './session/session-services.ts';

/** What distinguishes one agent of a session from the others. */
export interface AgentConfig {
  /** Base of the context of each request. */
  readonly base: ToolUseContext;
  readonly model: () => string;
  /** How much its model is to put into an answer. */
  readonly effort: () => EffortChoice;
  /** Tools its model may be offered now. */
  readonly pool: () => readonly Tool[];
  /** Where its permission questions are queued, and who answers them. */
  readonly queue: AskQueue;
  readonly handler: AskHandler;
  readonly frames: FrameSink;
  /** Work it started that still runs, one line each; kept across a compaction. */
  readonly running?: () => readonly string[];
  /** Selects the part of a scripted session that this agent plays. */
  readonly scripted?: ScriptedAgent;
}

/** The session's services as one agent's requests, calls and compactions use them: events and frames are this agent's. */
export interface AgentServices extends SessionServices {
  readonly config: AgentConfig;
  readonly transcript: Transcript;
  readonly touched: TouchedFiles;
}

export function agentServices(session: SessionServices, config: AgentConfig): AgentServices {
  const { agentId } = config.base.agent;
  return Object.freeze({
    ...session,
    config,
    transcript: new Transcript(agentId),
    touched: new TouchedFiles(agentId),
    frames: config.frames,
    append: agentId === undefined ? session.append : (event) => session.append({ ...event, agentId }),
  } satisfies AgentServices);
}
