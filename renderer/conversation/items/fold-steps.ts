import type { Group } from './shown-items.ts';

type CallGroup = Extract<Group, { type: 'calls' }>;

/** Fewer steps of a turn are all shown. */
const MIN_STEPS = 7;
/** Fewer steps between two parts that stay in sight are shown: a line for them would save little. */
const MIN_RUN = 3;

/** Steps of a turn that has ended, behind a line that opens. A step is calls with what the agent said before them. */
export interface Steps {
  readonly type: 'steps';
  readonly id: string;
  readonly count: number;
  readonly groups: readonly Group[];
}

/**
 * Folds runs of steps in long turns that have ended. What stays in sight parts them: messages, notices, and calls that `isDone` doesn't hold
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
  const isStep = (group: Group) => group.type === 'calls' && isDone(group);
  const isLong = groups.filter(isStep).length >= MIN_STEPS;
  const folded: (Group | Steps)[] = [];
  let run: Group[] = [];
  let said: Group[] = [];
  const endRun = () => {
    const count = run.filter(({ type }) => type === 'calls').length;
    const last = run.at(-1);
    // By its last part, which stays when earlier items are shown above.
    if (last && isLong && count >= MIN_RUN) folded.push({ type: 'steps', id: `steps-${last.id}`, count, groups: run });
    else folded.push(...run);
    run = [];
  };
  for (const group of groups) {
    if (isSaid(group)) said.push(group);
    else {
      const joins = isStep(group);
      if (!joins) endRun();
      (joins ? run : folded).push(...said, group);
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
