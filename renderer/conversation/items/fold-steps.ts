import type { Group } from './shown-items.ts';

type CallGroup = Extract<Group, { type: 'calls' }>;

/** Fewer steps are all shown. */
const MIN_STEPS = 7;

/** Steps of a turn that has ended, behind a line that opens. A step is calls with what the agent said before them. */
export interface Steps {
  readonly type: 'steps';
  readonly id: string;
  readonly count: number;
  readonly groups: readonly Group[];
}

/**
 * Folds long runs of steps in turns that have ended. What stays in sight parts them: messages, notices, and calls that `isDone` doesn't hold
 * for. So does the answer at the end.
 */
export function foldSteps(groups: readonly Group[], isDone: (calls: CallGroup) => boolean): (Group | Steps)[] {
  const folded: (Group | Steps)[] = [];
  let turn: Group[] = [];
  for (const group of groups) {
    if (group.type !== 'turn') turn.push(group);
    else {
      folded.push(...foldedTurn(turn, isDone), group);
      turn = [];
    }
  }
  return [...folded, ...turn];
}

function foldedTurn(groups: readonly Group[], isDone: (calls: CallGroup) => boolean): (Group | Steps)[] {
  const folded: (Group | Steps)[] = [];
  let run: Group[] = [];
  let said: Group[] = [];
  const endRun = () => {
    const count = run.filter(({ type }) => type === 'calls').length;
    const last = run.at(-1);
    // By its last part, which stays when earlier items are shown above.
    if (last && count >= MIN_STEPS) folded.push({ type: 'steps', id: `steps-${last.id}`, count, groups: run });
    else folded.push(...run);
    run = [];
  };
  for (const group of groups) {
    if (isSaid(group)) said.push(group);
    else {
      const isStep = group.type === 'calls' && isDone(group);
      if (!isStep) endRun();
      (isStep ? run : folded).push(...said, group);
      said = [];
    }
  }
  endRun();
  return [...folded, ...said];
}

/** What a hook shows instead of a text stays in sight. */
function isSaid(group: Group): boolean {
  return group.type === 'item' && (group.item.type === 'thinking' || (group.item.type === 'text' && group.item.displayed === undefined));
}
