import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { EventBody } from '#shared/session/event.ts';

const engine = await createPermissionEngine();

export interface MadeCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The session changes to it before the call. */
  readonly mode?: PermissionMode;
  /** Denied because nobody could be asked. */
  readonly unasked?: boolean;
  /** The sub-agent that makes it. */
  readonly agent?: { readonly id: string; readonly agentType: string; readonly description: string };
  /** Cancelled while it was asked about. */
  readonly cancelled?: boolean;
  /** What the classifier said, so that nobody was asked. */
  readonly judged?: 'allow' | 'deny';
  /** A person's answer, if it asked. */
  readonly answer?: AskAnswer;
  /** Who gave it; a person unless stated. */
  readonly by?: EventBody<'call.answered'>['by'];
}

export const bash = (command: string, answer?: AskAnswer): MadeCall => ({
  toolName: 'Bash',
  input: { command },
  ...(answer && { answer }),
});

/** Past sessions of one project as logs, decided by the real engine. */
export class PastSessions {
  readonly dir: string;
  readonly eventsFile = EVENTS_FILE;
  readonly context: ToolPermissionContext;

  constructor(dir: string, projectDir: string, rules: readonly RuleEntry[] = []) {
    this.dir = dir;
    this.context = makePermissionContext({
      projectDir,
      homeDir: join(projectDir, '..', 'home'),
      stateDir: join(projectDir, '..', 'state'),
      rules,
    });
    mkdirSync(dir, { recursive: true });
  }

  /** A session with these calls. Call ids are `<session>-<n>`. */
  session(...calls: readonly MadeCall[]): PastSession {
    const session = new PastSession(this.dir, this.context);
    session.add(...calls);
    return session;
  }
}

export class PastSession {
  readonly sessionId = randomUUID();
  #context: ToolPermissionContext;
  readonly #log: SessionLog;
  #count = 0;

  constructor(dir: string, context: ToolPermissionContext) {
    this.#context = context;
    this.#log = SessionLog.create(join(dir, this.sessionId));
    const { projectDir, mode } = context;
    this.#log.append({ type: 'session.created', data: { sessionId: this.sessionId, projectDir, model: 'm', mode, client: 'anthropic' } });
  }

  add(...calls: readonly MadeCall[]): void {
    for (const call of calls) this.#add(call);
  }

  close(): void {
    this.#log.close();
  }

  #add({ toolName, input, mode, judged, unasked = false, agent, cancelled = false, answer, by = 'person' }: MadeCall): void {
    if (mode !== undefined) {
      this.#context = makePermissionContext({ ...this.#context, mode });
      this.#log.append({ type: 'session.mode', data: { mode, by: 'user' } });
    }
    const agentId = agent?.id;
    if (agent) {
      const { agentType, description } = agent;
      const started = { parentCallId: 'agent-call', agentType, description, model: 'm', depth: 1, background: false };
      this.#log.append({ type: 'agent.started', agentId, data: started });
    }
    const callId = `${this.sessionId}-${this.#count++}`;
    const facts = engine.analyse({ toolName, input, cwd: this.#context.projectDir }, this.#context);
    const decision = engine.decide(facts, this.#context);
    const summary = facts.shell?.line ?? facts.paths[0]?.spelled ?? facts.web?.url ?? toolName;
    const view = { kind: 'other' as const, title: toolName, summary };
    this.#log.append({ type: 'call.queued', agentId, data: { callId, messageId: 'm', requestId: 'm', toolName, view, parallel: false } });
    if (decision.behavior === 'ask' && judged === undefined && !unasked) {
      const { reason, message, parts, effects, risk, suggestions } = decision;
      const ask = { askId: `ask-${callId}`, callId, toolName, sentence: 'wants to', view, cwd: facts.cwd, digest: 'd' };
      this.#log.append({ type: 'call.asked', data: { ask: { ...ask, reason, message, parts, effects, risk, suggestions }, facts } });
      if (cancelled) {
        const withdrawn = { type: 'withdrawn' as const, why: 'stopped' };
        this.#log.append({ type: 'call.answered', data: { askId: ask.askId, callId, answer: withdrawn, by: 'interrupt' } });
        this.#log.append({ type: 'call.finished', data: { callId, outcome: 'cancelled', isError: true, content: '', view, spans: [] } });
        return;
      }
      const given = answer ?? { type: 'deny' as const };
      this.#log.append({ type: 'call.answered', agentId, data: { askId: ask.askId, callId, answer: given, by } });
    }
    const settled: Decision =
      decision.behavior !== 'ask'
        ? decision
        : judged || unasked
          ? { ...decision, behavior: judged ?? 'deny', reason: judged ? 'classifier' : 'promptsAvoided' }
          : { ...decision, behavior: answer && answer.type !== 'deny' ? ('allow' as const) : ('deny' as const), reason: 'user' as const };
    this.#log.append({ type: 'call.decided', agentId, data: { callId, decision: settled, facts, inputDigest: 'd' } });
  }
}

export function rule(text: string, behavior: RuleBehavior = 'allow', source: RuleEntry['source'] = 'local'): RuleEntry {
  return { id: `${source}:${behavior}:${text}`, behavior, source, text };
}
