import type { Tool } from '#main/tool/tool.ts';
import { callEventInput } from '../call-hooks.ts';
import type { CallEnd } from '../call-end.ts';
import type { CallRun } from '../call-run.ts';
import type { SpanRecorder } from '../span-recorder.ts';

/** Runs PermissionDenied hooks after a denial by the auto-mode classifier; they may let the model retry. */
export async function permissionDenied(
  run: CallRun,
  recorder: SpanRecorder,
  tool: Tool,
  observed: Readonly<Record<string, unknown>>,
  end: CallEnd,
): Promise<CallEnd> {
  if (end.refusedByClassifier === undefined) return end;
  const look = callEventInput(run, tool, 'PermissionDenied', observed, { reason: end.refusedByClassifier });
  if (!look) return end;
  await recorder.step(
    'hooks: PermissionDenied',
    async () => {
      const verdict = await look();
      run.notes.take('PermissionDenied', verdict);
      if (verdict.retry) run.notes.say('PermissionDenied', 'The refused call may be tried again.');
    },
    () => 'ok',
  );
  return end;
}
