import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Poller } from '../../../../renderer/store/poller.ts';

const seen: string[] = [];
const looks: { readonly of: string; readonly end: (error?: string) => Promise<void> }[] = [];
let paced: Poller<string>;

function ask(of: string, { after = 0, pause = 0 } = {}): void {
  const look = () =>
    new Promise<string>((resolve, reject) => {
      const end = async (error?: string) => {
        if (error === undefined) resolve(`${looks.length}`);
        else reject(new Error(error));
        await vi.advanceTimersByTimeAsync(0);
      };
      looks.push({ of, end });
    });
  paced.ask({ of, fetch: look, after, pause });
}

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  looks.length = 0;
  paced = new Poller({ onSeen: (of, found) => seen.push(`${of} ${found}`), onFailed: (of, why) => seen.push(`${of} ${why}`) });
});

afterEach(() => vi.useRealTimers());

it('checks once more for all requests made during a check', async () => {
  ask('a');
  await vi.advanceTimersByTimeAsync(0);
  ask('a');
  ask('a');
  expect(looks).toHaveLength(1);
  await looks[0]?.end();
  expect(looks).toHaveLength(2);
  await looks[1]?.end('not now');
  expect([looks.length, seen]).toEqual([2, ['a 1', 'a not now']]);
});

it('discards an earlier result when the request changes, and checks again at once', async () => {
  ask('session');
  await vi.advanceTimersByTimeAsync(0);
  ask('turn', { after: 150, pause: 2000 });
  await looks[0]?.end();
  expect(looks.map(({ of }) => of)).toEqual(['session', 'turn']);
  await looks[1]?.end();
  expect(seen).toEqual(['turn 2']);
});

it('is not delayed by repeated requests, and keeps its interval', async () => {
  ask('a');
  await vi.advanceTimersByTimeAsync(0);
  await looks[0]?.end();
  for (let time = 0; time < 4500; time += 100) {
    ask('a', { after: 150, pause: 2000 });
    await vi.advanceTimersByTimeAsync(100);
    await looks.at(-1)?.end();
  }
  expect(looks).toHaveLength(3);
});

it('reports nothing after it was stopped', async () => {
  ask('a');
  await vi.advanceTimersByTimeAsync(0);
  ask('a');
  paced.stop();
  await looks[0]?.end();
  expect([looks.length, seen]).toEqual([1, []]);
});
