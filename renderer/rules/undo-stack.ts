import type { RuleEdit } from '#shared/permission/rule.ts';

export interface Undoable {
  /** What was done. */
  readonly title: string;
  readonly edits: readonly RuleEdit[];
}

const MAX_UNDO = 50;
const stack: Undoable[] = [];

export function rememberUndo(title: string, edits: readonly RuleEdit[]): Undoable {
  const undoable = { title, edits };
  stack.push(undoable);
  if (stack.length > MAX_UNDO) stack.shift();
  return undoable;
}

/** Takes the last change, or a certain one, off the stack; `undefined` when it was undone before. */
export function takeUndo(undoable?: Undoable): Undoable | undefined {
  if (!undoable) return stack.pop();
  const index = stack.indexOf(undoable);
  return index === -1 ? undefined : stack.splice(index, 1)[0];
}
