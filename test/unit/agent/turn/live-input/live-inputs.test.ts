import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveInputs } from '#main/agent/turn/live-input/live-inputs.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { sessionFrameSchema } from '#shared/session/frame.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function liveInputs() {
  const frames: SessionFrame[] = [];
  const inputs = new LiveInputs({ push: (frame) => frames.push(sessionFrameSchema.parse(frame)) }, 'm', (toolName, input) => ({
    kind: 'edit',
    title: toolName,
    summary: typeof input['file_path'] === 'string' ? input['file_path'] : '',
    detail: { type: 'text', text: 'never sent', truncated: false },
  }));
  return { frames, inputs };
}

it('shows the call as soon as its block begins, then at most one frame per interval with the last state', () => {
  const { frames, inputs } = liveInputs();
  inputs.begin(1, 'Write');
  expect(frames).toEqual([
    { type: 'call_input', messageId: 'm', index: 1, call: { view: { kind: 'edit', title: 'Write', summary: '' }, fields: [], earlier: 0 } },
  ]);
  inputs.add(1, '{"file_path":"a.ts","con');
  inputs.add(1, 'tent":"one\\ntw');
  expect(frames.length).toBe(1);
  vi.advanceTimersByTime(50);
  expect(frames[1]).toMatchObject({
    call: {
      view: { summary: 'a.ts' },
      fields: [
        { name: 'file_path', text: 'a.ts', part: 'whole', lines: 1 },
        { name: 'content', text: 'one\ntw', part: 'whole', lines: 2 },
      ],
    },
  });
  vi.advanceTimersByTime(1000);
  expect(frames.length).toBe(2);
  inputs.add(1, 'o');
  expect(frames.length).toBe(3);
});

it.each(['end', 'stop'] as const)('sends nothing after the %s', (how) => {
  const { frames, inputs } = liveInputs();
  inputs.begin(0, 'Write');
  inputs.add(0, '{"file_path":"a');
  if (how === 'end') inputs.end(0);
  else inputs.stop();
  inputs.add(0, '.ts"');
  vi.advanceTimersByTime(1000);
  expect(frames.length).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends a bounded part of a huge input: the end of what grows, the beginning of what is complete', () => {
  const { frames, inputs } = liveInputs();
  inputs.begin(0, 'x'.repeat(1_000_000));
  inputs.add(0, `{"old_string":"${'old line\\n'.repeat(100_000)}","new_string":"`);
  for (let line = 0; line < 100_000; line += 1) inputs.add(0, `line ${line}\\n`);
  vi.advanceTimersByTime(50);
  const frame = frames.at(-1);
  expect(JSON.stringify(frame).length).toBeLessThan(10_000);
  expect(frame).toMatchObject({
    call: {
      fields: [
        { part: 'first', lines: 100_000, text: 'old line\n'.repeat(6).trimEnd() },
        { part: 'last', lines: 100_000, text: expect.stringMatching(/^line 99980\n[^]*line 99999\n$/u) },
      ],
    },
  });
});

it('shows few calls of a server that begins many at once, and the next ones when those are complete', () => {
  const { frames, inputs } = liveInputs();
  for (let index = 0; index < 1000; index += 1) inputs.begin(index, 'Read');
  for (let index = 0; index < 1000; index += 1) inputs.add(index, '{"file_path":"a');
  vi.advanceTimersByTime(50);
  expect(new Set(frames.map((frame) => (frame.type === 'call_input' ? frame.index : -1))).size).toBe(4);
  inputs.end(0);
  inputs.begin(1000, 'Read');
  vi.advanceTimersByTime(50);
  expect(frames.at(-1)).toMatchObject({ index: 1000 });
});
