import { join } from 'node:path';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ConfiguredHook, HookConfig } from '#shared/settings/hook-config.ts';
import { runCommandHook } from './command-hook.ts';
import { HOOK_EVENT_TABLE } from './hook-events.ts';
import { hookLabel, type HookRun } from './hook.ts';
import { readEnvFile, type HookEnvironment } from './hook-environment.ts';
import { HOOK_AGENT_TYPE, type HookHelpers } from './hook-helpers.ts';
import { runHttpHook } from './http-hook.ts';
import { runJudgeHook } from './judge-hook.ts';
import { runMcpToolHook } from './mcp-tool-hook.ts';

/** What a hook needs to run. */
export interface HookContext {
  readonly config: HookConfig;
  readonly sessionId: string;
  readonly sessionDir: string;
  readonly projectDir: string;
  /** Environment of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: () => Promise<typeof globalThis.fetch>;
  readonly helpers: HookHelpers;
  /** Variables that hooks set for later commands. */
  readonly environment?: HookEnvironment | undefined;
  readonly append: (event: NewSessionEvent) => void;
  /** Environment marker of this run's processes. */
  readonly mark: string;
  readonly runId: string;
}

export interface HookInvocation {
  /** The event in the form that hooks get, and the same as JSON. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly input: string;
  readonly cwd: string;
  readonly callId?: string | undefined;
  readonly signal: AbortSignal;
}

/** Maximum number of variables listed in a notice. */
const MAX_LEFT_NAMED = 5;

/** Whether the event comes from an agent that a hook started: running the hook again would never end. */
export function isOwnAgent({ handler }: ConfiguredHook, agentType: string | undefined): boolean {
  return handler.type === 'agent' && agentType === HOOK_AGENT_TYPE;
}

/** Whether a hook is called for this agent: one of a skill or an agent type only for its own. */
export function isForAgent({ owner }: ConfiguredHook, agent: { readonly agentId?: string; readonly agentType?: string } = {}): boolean {
  if (owner === undefined) return true;
  return 'agentType' in owner ? owner.agentType === agent.agentType : owner.agentId === agent.agentId;
}

/** Runs one hook of any type. Never rejects. */
export async function executeHook(hook: ConfiguredHook, invocation: HookInvocation, context: HookContext): Promise<HookRun> {
  const { handler } = hook;
  const { input, event, callId, signal } = invocation;
  const { config, env, helpers } = context;
  const timeoutMs = Math.ceil(timeoutOf(hook) * 1000);
  switch (handler.type) {
    case 'command':
      return runCommand(hook, invocation, context, timeoutMs);
    case 'http':
      return runHttpHook({ handler, body: input, limits: config, env, fetch: await context.fetch(), timeoutMs, signal });
    case 'mcp_tool':
      return runMcpToolHook({ handler, helpers, event, timeoutMs, signal });
    case 'prompt':
    case 'agent':
      return runJudgeHook({ handler, helpers, input, callId, timeoutMs, signal });
    default:
      return { type: 'broke', why: `Gatehouse doesn’t run hooks of the type “${handler.type}”`, stdout: '', stderr: '' };
  }
}

const JUDGE_SECONDS: Readonly<Record<string, number>> = { prompt: 30, agent: 60 };

/** Seconds. */
function timeoutOf({ handler, event }: ConfiguredHook): number {
  return handler.timeout ?? JUDGE_SECONDS[handler.type] ?? HOOK_EVENT_TABLE[event].timeout;
}

async function runCommand(
  hook: ConfiguredHook,
  { input, cwd, signal }: HookInvocation,
  context: HookContext,
  timeoutMs: number,
): Promise<HookRun> {
  const { environment, sessionDir, sessionId, projectDir, env, mark, runId } = context;
  const envFile = environment && HOOK_EVENT_TABLE[hook.event].envFile ? join(sessionDir, `hook-env-${runId}`) : undefined;
  const run = await runCommandHook({
    handler: hook.handler,
    stdin: `${input}\n`,
    cwd,
    projectDir,
    env: {
      ...env,
      CLAUDE_PROJECT_DIR: projectDir,
      CLAUDE_CODE_SESSION_ID: sessionId,
      ...hook.plugin?.env,
      ...(envFile !== undefined && { CLAUDE_ENV_FILE: envFile }),
    },
    mark,
    timeoutMs,
    signal,
  });
  if (environment && envFile !== undefined) await takeEnvironment(environment, envFile, hook, context);
  return run;
}

async function takeEnvironment(
  environment: HookEnvironment,
  file: string,
  hook: ConfiguredHook,
  { env, append }: HookContext,
): Promise<void> {
  const text = await readEnvFile(file);
  if (text === undefined) return;
  const left = environment.take(text, env, hook);
  if (left.length === 0) return;
  const more = left.length > MAX_LEFT_NAMED ? ` And ${left.length - MAX_LEFT_NAMED} more.` : '';
  const what = `${left.slice(0, MAX_LEFT_NAMED).join('; ')}.${more}`;
  const notice = `Of what the ${hook.event} hook ${hookLabel(hook)} left in CLAUDE_ENV_FILE, not taken over: ${what}`;
  append({ type: 'notice', data: { level: 'warning', text: notice, action: 'none' } });
}
