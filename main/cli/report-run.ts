import type { OpenSession } from '#main/engine/session/open-session.ts';
import type { RunOptions } from './run-options.ts';
import { plainLine } from '#main/mcp/tools/plain-text.ts';
import { printableText } from '#shared/printable.ts';
import { DeniedCalls } from './denied-calls.ts';
import { EXIT, printError } from './usage.ts';
import { RunReport } from './run-report.ts';
import { StreamJson, type McpServerStatus, type RunResult } from './stream-json.ts';
import { whenReaderIsLost } from './lost-reader.ts';

export interface ReportedRun {
  readonly opened: Pick<OpenSession, 'session'>;
  readonly sessionId: string;
  readonly prompt: string;
  readonly outputFormat: RunOptions['outputFormat'];
  readonly mcpServers: readonly McpServerStatus[];
}

/** Runs one prompt to its end and prints what happens. Returns the exit code. */
export async function reportRun({ opened, sessionId, prompt, outputFormat, mcpServers }: ReportedRun): Promise<number> {
  const { session } = opened;
  const report = new RunReport();
  const denials = new DeniedCalls();
  const lines = new StreamJson(sessionId, session.view.model);
  const print = (text: string): void => void process.stdout.write(text);
  const streaming = outputFormat === 'stream-json';
  const startedAt = performance.now();

  if (streaming) print(lines.init({ cwd: session.view.projectDir, mode: session.view.mode, tools: session.toolNames, mcpServers }));
  const warned = new Set<string>();
  const unsubscribe = session.log.subscribe((event) => {
    if (event.type === 'notice' && (event.data.level === 'warning' || event.data.about?.type === 'hook') && !warned.has(event.data.text)) {
      warned.add(event.data.text);
      printError(plainLine(event.data.text, 2000));
    }
    const messages = report.take(event);
    const denied = denials.take(event);
    // Lines of JSON list the denials at their end.
    if (denied !== undefined && !streaming) printError(plainLine(denied, 2000));
    if (streaming && event.type === 'conversation.compacted' && event.agentId === undefined)
      print(lines.compactBoundary(event.data.trigger, event.data.tokensBefore));
    if (streaming) for (const message of messages) print(lines.message(message));
  });
  let halted: string | undefined;
  const stopWatching = session.log.onHalt((why) => (halted ??= why?.message));
  const stopped = onStop(() => session.interrupt());
  let refusal: { readonly error: unknown } | undefined;
  try {
    session.send(prompt);
    await session.idle();
  } catch (error) {
    refusal = { error };
  }
  unsubscribe();
  stopWatching();
  stopped.off();

  // A resumed session has an earlier turn's result, which doesn't belong to this run.
  const lastTurn = refusal ? undefined : session.view.lastTurn;
  const subtype = subtypeOf(lastTurn?.outcome);
  const result: RunResult = {
    subtype,
    numTurns: report.requests,
    durationMs: Math.round(performance.now() - startedAt),
    result: report.result,
    errors: errorsOf(subtype, { refusal, halted, turnError: lastTurn?.error, wasStopped: stopped.wasStopped() }),
    usage: report.usage,
    totalCostUsd: report.costUsd,
    denials: report.denials,
    deferred: report.deferred,
  };
  if (streaming) print(lines.result(result));
  else if (result.result !== '') print(`${printableText(result.result)}\n`);
  if (refusal) throw refusal.error;
  if (halted !== undefined) printError(`${halted} ${GO_ON}`);
  else if (lastTurn?.error !== undefined) printError(lastTurn.error);
  if (subtype === 'error_max_turns') printError(MAX_TURNS);
  if (stopped.wasStopped()) return EXIT.interrupted;
  return result.subtype === 'success' ? EXIT.success : EXIT.failed;
}

function subtypeOf(outcome: string | undefined): RunResult['subtype'] {
  if (outcome === 'max_turns') return 'error_max_turns';
  if (outcome === 'max_budget') return 'error_max_budget_usd';
  return isSuccess(outcome) ? 'success' : 'error_during_execution';
}

const GO_ON = 'Then continue with --resume last.';
const MAX_TURNS = 'The run stopped at the limit of --max-turns requests, before the agent was done. Continue with --resume last.';

interface Failure {
  readonly refusal: { readonly error: unknown } | undefined;
  readonly halted: string | undefined;
  readonly turnError: string | undefined;
  readonly wasStopped: boolean;
}

/** Printed to standard error, for callers that don't read the JSON lines. */
function errorsOf(subtype: RunResult['subtype'], { refusal, halted, turnError, wasStopped }: Failure): string[] {
  if (subtype === 'success') return [];
  if (refusal) return [refusal.error instanceof Error ? refusal.error.message : String(refusal.error)];
  if (halted !== undefined) return [`${halted} ${GO_ON}`];
  if (turnError !== undefined) return [turnError];
  if (subtype === 'error_max_turns') return [MAX_TURNS];
  return [wasStopped ? 'The run was stopped.' : 'The turn did not finish.'];
}

/** A denial because nobody could answer ends the turn normally. */
function isSuccess(outcome: string | undefined): boolean {
  return outcome === 'completed' || outcome === 'denied';
}

/** Stops on a signal, or when standard output is closed. */
function onStop(stop: () => void): { off(): void; wasStopped(): boolean } {
  let was = false;
  let isOver = false;
  const listener = (): void => {
    if (was || isOver) return;
    was = true;
    stop();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, listener);
  whenReaderIsLost(listener);
  return {
    off: () => {
      isOver = true;
      for (const signal of signals) process.off(signal, listener);
    },
    wasStopped: () => was,
  };
}
