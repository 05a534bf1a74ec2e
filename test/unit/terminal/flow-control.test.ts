import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlowControl } from '#main/terminal/flow-control.ts';

const MUCH = 600 * 1024;

describe('flow control', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function make(): { flow: FlowControl; held: boolean[] } {
    const held: boolean[] = [];
    return { flow: new FlowControl((hold) => held.push(hold)), held };
  }

  it('pauses nothing while nobody watches', () => {
    const { flow, held } = make();
    flow.sent(10 * MUCH);
    expect(held).toEqual([]);
  });

  it('pauses while a window lags and resumes when it has caught up', () => {
    const { flow, held } = make();
    flow.attach('a');
    flow.sent(MUCH);
    expect(held).toEqual([true]);
    flow.acknowledge('a', MUCH - 200 * 1024);
    expect(held).toEqual([true]);
    flow.acknowledge('a', MUCH);
    expect(held).toEqual([true, false]);
  });

  it('a window acknowledges only output after it opened', () => {
    const { flow, held } = make();
    flow.sent(5 * MUCH);
    flow.attach('a');
    flow.sent(5 * MUCH + 100);
    expect(held).toEqual([]);
  });

  it('follows the slower of two windows; closing it resumes the command', () => {
    const { flow, held } = make();
    flow.attach('fast');
    flow.attach('slow');
    flow.sent(MUCH);
    flow.acknowledge('fast', MUCH);
    expect(held).toEqual([true]);
    flow.detach('slow');
    expect(held).toEqual([true, false]);
  });

  it('ignores an acknowledgement of output never sent', () => {
    const { flow, held } = make();
    flow.attach('a');
    flow.acknowledge('a', 100 * MUCH);
    flow.sent(MUCH);
    expect(held).toEqual([true]);
  });

  it('a frozen window does not pause a command forever', () => {
    const { flow, held } = make();
    flow.attach('a');
    flow.sent(MUCH);
    vi.advanceTimersByTime(10_000);
    expect(held).toEqual([true, false]);
  });
});
