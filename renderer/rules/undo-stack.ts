import type { RuleEdit } from '#shared/permission/rule.ts';

/** The folder and session whose rules are changed. */
export interface RulePlace {
  readonly projectDir: string;
  readonly sessionId?: string;
}

export interface Undoable {
  /** What was changed, and where: something else may be shown by the time it is undone. */
  readonly title: string;
  readonly place: RulePlace;
  readonly edits: readonly RuleEdit[];
}

const MAX_UNDO = 50;
const stack: Undoable[] = [];

export function rememberUndo(undoable: Undoable): void {
  stack.push(undoable);
  if (stack.length > MAX_UNDO) stack.shift();
}

/** The last change made in a folder. */
export function lastUndoable(projectDir: string): Undoable | undefined {
  return stack.findLast(({ place }) => place.projectDir === projectDir);
}

/** Removes a change from the stack; `false` if it was already undone. */
export function takeUndo(undoable: Undoable): boolean {
  const index = stack.indexOf(undoable);
  return index !== -1 && stack.splice(index, 1).length > 0;
}
