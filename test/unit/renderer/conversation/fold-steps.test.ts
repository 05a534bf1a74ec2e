import { expect, test } from 'vitest';
import type { ConversationItem, TurnRow } from '#shared/session/view.ts';
import { foldSteps } from '../../../../renderer/conversation/items/fold-steps.ts';
import { groupItems } from '../../../../renderer/conversation/items/shown-items.ts';

/** `u`: a message, `s`: a sentence, `c`: a call, `f`: one that stays in sight, `n`: a notice; `.`: the turn before it has ended. */
function folded(pattern: string): string {
  const items: ConversationItem[] = [];
  const ends = new Map<string, TurnRow>();
  for (const [at, letter] of [...pattern].entries()) {
    const id = `${letter}${at}`;
    const [lastItem] = items.slice(-1).map((item) => item.id);
    if (letter === '.' && lastItem !== undefined)
      ends.set(lastItem, { turnId: id, startedAt: 0, endedAt: 1, outcome: 'completed', lastItem, calls: [0, 0], usdSoFar: 0 });
    else if (letter === 'u') items.push({ type: 'user', id, text: '', images: [], origin: 'prompt', at });
    else if (letter === 's') items.push({ type: 'text', id, text: '', at });
    else if (letter === 'n') items.push({ type: 'notice', id, level: 'info', text: '', action: 'none', at });
    else items.push({ type: 'call', id, callId: id, at });
  }
  return foldSteps(groupItems(items, ends), ({ callIds }) => !callIds.some((callId) => callId.startsWith('f')))
    .map((part) => (part.type === 'steps' ? `<${part.count}>` : part.type === 'turn' ? '.' : part.id.charAt(0)))
    .join('');
}

test.each([
  ['many steps fold, the answer stays', `u${'scc'.repeat(8)}s.`, 'u<8>s.'],
  ['few steps stay', `u${'sc'.repeat(6)}s.`, `u${'sc'.repeat(6)}s.`],
  ['while the turn goes on, they stay', `u${'sc'.repeat(8)}`, `u${'sc'.repeat(8)}`],
  ['each turn folds for itself', `u${'sc'.repeat(7)}s.u${'sc'.repeat(9)}s.`, 'u<7>s.u<9>s.'],
  ['a failure stays in sight, with what was said before it', `u${'sc'.repeat(7)}sf${'sc'.repeat(7)}s.`, 'u<7>sf<7>s.'],
  ['failures here and there leave the rest folded', `u${`${'sc'.repeat(4)}sf`.repeat(3)}${'sc'.repeat(3)}s.`, 'u<4>sf<4>sf<4>sf<3>s.'],
  ['one or two steps beside them stay', `u${'sc'.repeat(2)}sf${'sc'.repeat(7)}sfscs.`, 'uscscsf<7>sfscs.'],
  ['so does a notice', `u${'sc'.repeat(7)}n${'sc'.repeat(2)}s.`, 'u<7>nscscs.'],
  ['so does a message sent meanwhile', `u${'sc'.repeat(7)}u${'sc'.repeat(7)}s.`, 'u<7>u<7>s.'],
  ['calls without a sentence are one step', `u${'c'.repeat(30)}s.`, 'ucs.'],
])('%s', (_, pattern, expected) => {
  expect(folded(pattern)).toBe(expected);
});
