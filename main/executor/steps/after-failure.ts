import type { Tool } from '#main/tool/tool.ts';
import { callEventInput } from '../call-hooks.ts';
import { go, type CallEnd } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import type { SpanRecorder } from '../span-recorder.ts';

/** Runs PostToolUseFailure hooks. After an abort they aren't awaited, since the model already has its result. */
export async function afterFailure(
  run: CallRun,
  recorder: SpanRecorder,
  tool: Tool,
  observed: Readonly<Record<string, unknown>>,
  end: CallEnd,
  duration: { readonly duration_ms: number },
): Promise<CallEnd> {
  const interrupted = end.outcome === 'cancelled';
  const error =
    typeof end.content === 'string' ? end.content : end.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const beside = interrupted ? { ...run, context: { ...run.context, abortController: new AbortController() } } : run;
  const look = callEventInput(beside, tool, 'PostToolUseFailure', observed, { error, is_interrupt: interrupted, ...duration });
  if (!look) return end;
  if (interrupted) {
    look().catch(() => undefined);
    return end;
  }
  await recorder.step(
    'hooks: PostToolUseFailure',
    async () => {
      const verdict = await look();
      run.notes.take('PostToolUseFailure', verdict);
      if (verdict.block) run.notes.say('PostToolUseFailure', verdict.block.reason);
      return go(undefined);
    },
    () => 'ok',
  );
  return end;
}
