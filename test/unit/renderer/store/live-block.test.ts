import { expect, it } from 'vitest';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { addFrame, closeBlocks, type LiveBlock, openBlocks } from '../../../../renderer/store/live-block.ts';

type Frame = Parameters<typeof addFrame>[1];

const frame = (offset: number, text: string, index = 0): Frame => ({ type: 'text', messageId: 'm', index, kind: 'text', offset, text });

const textOf = (block: LiveBlock) => (block.kind === 'call' ? block.call.view.summary : block.text);

function add(...frames: Frame[]): readonly LiveBlock[] {
  return frames.reduce<readonly LiveBlock[]>(addFrame, []);
}

it('joins frames of a block and keeps blocks in the order they began', () => {
  expect(add(frame(0, 'Look'), frame(0, 'Second', 1), frame(4, ' here')).map((block) => [block.id, textOf(block)])).toEqual([
    ['m:0', 'Look here'],
    ['m:1', 'Second'],
  ]);
});

it('merges a frame that overlaps the text', () => {
  expect(add(frame(0, 'Look h'), frame(4, ' here')).map(textOf)).toEqual(['Look here']);
});

it('shows nothing past a gap until the block starts again', () => {
  const [gap] = add(frame(0, 'Look'), frame(9, '!'), frame(10, '?'));
  expect(gap).toMatchObject({ text: 'Look', broken: true });
  const [again] = add(frame(0, 'Look'), frame(9, '!'), frame(0, 'Anew'));
  expect(again).toMatchObject({ text: 'Anew', broken: false });
});

it('marks a block whose start was missed', () => {
  expect(add(frame(5, 'tail'))[0]).toMatchObject({ text: '', broken: true });
});

const incoming = (summary: string, index = 1): Frame => ({
  type: 'call_input',
  messageId: 'm',
  index,
  call: { view: { kind: 'edit', title: 'Write', summary }, fields: [], earlier: 0 },
});

it('replaces an incoming call by its next frame', () => {
  expect(add(frame(0, 'I write'), incoming('a'), incoming('a.ts'), incoming('b', 2)).map(textOf)).toEqual(['I write', 'a.ts', 'b']);
});

it('restarts a block when a server changes its kind', () => {
  expect(add(frame(0, 'text'), incoming('a', 0), frame(4, ' more'))[0]).toMatchObject({ kind: 'text', text: '', broken: true });
});

it('removes an incoming call when its block is complete, and all when the request or the turn ends', () => {
  const live = add(frame(0, 'I write'), incoming('a.ts'));
  const at = { id: 'e', seq: 1, at: 0 };
  const block = { type: 'tool_use', id: 'c', name: 'Write', input: {} } as const;
  const closed = closeBlocks(live, { ...at, type: 'assistant.block', data: { requestId: 'm', messageId: 'm', index: 1, block } });
  expect(closed.map(textOf)).toEqual(['I write']);
  const ended = { requestId: 'm', outcome: 'aborted', stopReason: null, usage: null } as const;
  expect(closeBlocks(live, { ...at, type: 'request.ended', data: ended })).toEqual([]);
});

it('keeps of a snapshot’s request only what is not in the snapshot yet', () => {
  const live = [...add(frame(0, 'I write'), incoming('a.ts'), incoming('b.ts', 2))];
  const at = (view: Partial<SessionView>) => openBlocks(live, { ...emptySessionView(), ...view }).map(textOf);
  const request = { requestId: 'm', startedAt: 0, retry: null };
  expect(at({ request, items: [{ type: 'call', id: 'm:1', callId: 'c', at: 0 }] })).toEqual(['I write', 'b.ts']);
  expect(at({ request: { ...request, requestId: 'n' } })).toEqual([]);
  expect(at({ request: null })).toEqual([]);
});
