import { expect, it } from 'vitest';
import { addTextFrame, type LiveBlock } from '../../../../renderer/store/session-slot.ts';

type Frame = Parameters<typeof addTextFrame>[1];

const frame = (offset: number, text: string, index = 0): Frame => ({ type: 'text', messageId: 'm', index, kind: 'text', offset, text });

function add(...frames: Frame[]): readonly LiveBlock[] {
  return frames.reduce<readonly LiveBlock[]>(addTextFrame, []);
}

it('joins frames of a block and keeps blocks in the order they began', () => {
  expect(add(frame(0, 'Look'), frame(0, 'Second', 1), frame(4, ' here')).map((block) => [block.id, block.text])).toEqual([
    ['m:0', 'Look here'],
    ['m:1', 'Second'],
  ]);
});

it('merges a frame that overlaps the text', () => {
  expect(add(frame(0, 'Look h'), frame(4, ' here'))[0]?.text).toBe('Look here');
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
