import type { CallResult } from '#main/executor/call-result.ts';
import type { StreamingExecutorOptions } from '#main/executor/executor-options.ts';
import { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import { callNamed, ManualRunner, quiet } from '#test/support/manual-runner.ts';
import { testToolContext } from '#test/support/tool-context.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

export function setUp(options: Partial<StreamingExecutorOptions> = {}) {
  const runner = new ManualRunner();
  const turn = new AbortController();
  const settled: string[] = [];
  const executor = new StreamingToolExecutor({
    context: testToolContext(folders),
    turnSignal: turn.signal,
    cap: 10,
    // Tools run at once, except those that are asked about first.
    runCall: (call, context, control) => {
      if (!call.block.id.endsWith('w')) control.onBegin();
      return runner.run(call, context, control);
    },
    isConcurrencySafe: ({ block }) => block.id.startsWith('s'),
    isReadOnly: ({ block }) => block.id.startsWith('s'),
    interruptBehavior: ({ block }) => (block.id.startsWith('s') ? 'cancel' : 'block'),
    onSettled: ({ block }) => settled.push(block.id),
    ...options,
  });
  const results: CallResult[] = [];
  const done = (async () => {
    for await (const result of executor.results()) results.push(result);
  })();
  done.catch(() => undefined);
  const add = (...ids: string[]) => ids.forEach((id) => executor.addTool(callNamed(id)));
  const end = async () => {
    executor.close();
    await done;
  };
  return { runner, turn, executor, results, settled, add, end, done };
}

type Setup = ReturnType<typeof setUp>;

export const ids = (results: readonly CallResult[]) => results.map(({ callId }) => callId);

export async function finish({ runner }: Setup, ...names: string[]): Promise<void> {
  for (const name of names) {
    runner.get(name).finish();
    await quiet();
  }
}
