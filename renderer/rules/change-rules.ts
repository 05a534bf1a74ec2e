import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior, RuleDestination, RuleEdit, RuleSource } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { BEHAVIOR_WORDS, SOURCE_WORDS, words } from './words.ts';

/** The folder and session whose rules are changed. */
export interface RuleContext {
  readonly projectDir: string;
  readonly sessionId?: string;
}

interface Undoable {
  /** What is said once it is undone. */
  readonly undone: string;
  /** Where it was changed: something else may be shown by then. */
  readonly ruleContext: RuleContext;
  readonly edits: readonly RuleEdit[];
}

const MAX_UNDO = 50;
const stack: Undoable[] = [];

function rememberUndo(undoable: Undoable): void {
  stack.push(undoable);
  if (stack.length > MAX_UNDO) stack.shift();
}

/** The last change made in a folder. */
function lastUndoable(projectDir: string): Undoable | undefined {
  return stack.findLast(({ ruleContext }) => ruleContext.projectDir === projectDir);
}

/** Removes a change from the stack; `false` if it was already undone. */
function takeUndo(undoable: Undoable): boolean {
  const index = stack.indexOf(undoable);
  return index !== -1 && stack.splice(index, 1).length > 0;
}

export type OnRules = (list: RuleList) => void;

/** Each change replaces the previous toast; the list’s undo still reaches earlier changes. */
export const TOAST = 'rules';

/** What the toast shows. */
export interface ChangeReport {
  readonly title: string;
  /** What the toast says once the change is undone. */
  readonly undone: string;
  readonly failed: string;
  readonly detail?: string;
}

/** Resolves to whether it was saved. */
export function addRule(behavior: RuleBehavior, text: string, destination: RuleDestination, onChange: OnRules): Promise<boolean> {
  return addRules(behavior, [text], destination, onChange);
}

/** Saves several rules in one step. */
export function addRules(
  behavior: RuleBehavior,
  texts: readonly string[],
  destination: RuleDestination,
  onChange: OnRules,
): Promise<boolean> {
  return change(
    texts.map((text) => ({ type: 'insert', destination, behavior, text, disabled: false })),
    { title: words.added(texts), undone: words.deleted(texts), failed: words.notSavedRule },
    onChange,
  );
}

/** Saves the rules of a pack in one step, which one undo takes back. `says`: what the toast says, also once it is undone. */
export function addPack(
  rules: readonly { readonly behavior: RuleBehavior; readonly text: string }[],
  destination: RuleDestination,
  says: Pick<ChangeReport, 'title' | 'undone'>,
  onChange: OnRules,
): Promise<boolean> {
  const report = { ...says, detail: SOURCE_WORDS[destination], failed: words.notSavedRule };
  return change(
    rules.map(({ behavior, text }) => ({ type: 'insert', destination, behavior, text, disabled: false })),
    report,
    onChange,
  );
}

/** Deletes immediately and offers an undo. */
export function removeRule(rule: RuleRow, onChange: OnRules): Promise<boolean> {
  const report = {
    title: words.deleted([rule.text]),
    undone: words.restored(rule.text),
    detail: SOURCE_WORDS[rule.source],
    failed: words.notDeleted,
  };
  return change([editOf(rule, 'remove')], report, onChange);
}

/** Moves a rule to another file or list; with a new text, changes that too. */
export function moveRule(
  rule: RuleRow,
  to: { readonly behavior: RuleBehavior; readonly text: string; readonly destination: RuleDestination },
  onChange: OnRules,
): Promise<boolean> {
  // Each of several changes of one rule describes the rule's new state.
  const detail = `${BEHAVIOR_WORDS[to.behavior].name}: ${SOURCE_WORDS[to.destination]}`;
  const report = { title: words.changed(to.text), undone: words.changedBack(rule.text), detail, failed: words.notChanged };
  if (to.behavior === rule.behavior && to.destination === rule.source) {
    if (to.text === rule.text) return Promise.resolve(true);
    return change([{ ...editOf(rule, 'insert'), type: 'replace', newText: to.text }], report, onChange);
  }
  // A session stores no disabled rules.
  const disabled = rule.disabled && to.destination !== 'session';
  return change([{ ...to, type: 'insert', disabled }, editOf(rule, 'remove')], report, onChange);
}

/** The last change, possibly still in flight. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Undoes the last change in the shown folder. */
export async function undoLast(onChange: OnRules): Promise<void> {
  const { projectDir } = ruleContext();
  await lastChange;
  const last = lastUndoable(projectDir);
  if (last) await undo(last, onChange);
}

async function change(edits: readonly RuleEdit[], report: ChangeReport, onChange: OnRules): Promise<boolean> {
  return (await changeForUndo(edits, report, onChange)) !== undefined;
}

/** Resolves to the edits that undo it; undefined if it wasn’t saved. */
export function changeForUndo(
  edits: readonly RuleEdit[],
  report: ChangeReport,
  onChange: OnRules,
): Promise<readonly RuleEdit[] | undefined> {
  const changed = applyEdits(edits, report, onChange);
  lastChange = changed;
  return changed;
}

async function applyEdits(edits: readonly RuleEdit[], report: ChangeReport, onChange: OnRules): Promise<readonly RuleEdit[] | undefined> {
  const here = ruleContext();
  const done = await attempt(report.failed, call('rules.change', { ...here, edits: [...edits] }));
  if (!done) return undefined;
  notify(here, done.list, onChange);
  const undoable: Undoable = { undone: report.undone, ruleContext: here, edits: done.undo };
  rememberUndo(undoable);
  const details = [report.detail, answeredWords(edits, done.answered)].filter((one) => one !== undefined);
  showToast({
    kind: TOAST,
    title: report.title,
    detail: details.length > 0 ? details.join('. ') : undefined,
    action: { label: words.undo, run: () => void undo(undoable, onChange) },
  });
  return done.undo;
}

/** What new rules of one behavior did to waiting requests. */
function answeredWords(edits: readonly RuleEdit[], count: number): string | undefined {
  const [behavior, ...others] = new Set(edits.flatMap((edit) => (edit.type === 'insert' && !edit.disabled ? [edit.behavior] : [])));
  if (count === 0 || others.length > 0 || behavior === undefined || behavior === 'ask') return undefined;
  return behavior === 'allow' ? words.allowedWaiting(count) : words.deniedWaiting(count);
}

/** Says that the answer to a request has saved rules, with an undo. Returns what says how many other requests they answered, until it is undone. */
export function noteSaved(here: RuleContext, texts: readonly string[], destination: RuleDestination): (count: number) => void {
  const edits = texts.map((text): RuleEdit => ({ type: 'remove', destination, behavior: 'allow', text, disabled: false }));
  const undoable: Undoable = { undone: words.deleted(texts), ruleContext: here, edits };
  rememberUndo(undoable);
  // What shows the list fetches it again.
  const action = { label: words.undo, run: () => void undo(undoable, () => undefined) };
  const say = (...details: readonly string[]) =>
    showToast({ kind: TOAST, title: words.added(texts), detail: [SOURCE_WORDS[destination], ...details].join('. '), action });
  say();
  return (count) => {
    // Not over the notice of a later change.
    if (stack.at(-1) === undoable) say(words.alsoAnswered(count));
  };
}

async function undo(undoable: Undoable, onChange: OnRules): Promise<void> {
  if (!takeUndo(undoable)) return;
  const done = await attempt(words.notUndone, call('rules.change', { ...undoable.ruleContext, edits: [...undoable.edits] }));
  if (!done) return;
  notify(undoable.ruleContext, done.list, onChange);
  showToast({ kind: TOAST, title: undoable.undone });
}

/** Skipped if another project or session is shown by now, since its list differs. */
function notify({ projectDir, sessionId }: RuleContext, list: RuleList, onChange: OnRules): void {
  const { project, sessionId: shown } = useWindow.getState();
  if (project?.projectDir === projectDir && shown === (sessionId ?? null)) onChange(list);
}

export function editOf(rule: RuleRow, type: 'insert' | 'remove'): Extract<RuleEdit, { type: 'insert' | 'remove' }> {
  const { behavior, text, disabled } = rule;
  return { type, destination: destinationOf(rule.source), behavior, text, disabled };
}

function destinationOf(source: RuleSource): RuleDestination {
  if (source === 'policy' || source === 'cli' || source === 'plugin') throw new Error(words.fixedSource);
  return source;
}

export function ruleContext(): RuleContext {
  const { project, sessionId } = useWindow.getState();
  if (!project) throw new Error(words.noProject);
  return { projectDir: project.projectDir, ...(sessionId !== null && { sessionId }) };
}
