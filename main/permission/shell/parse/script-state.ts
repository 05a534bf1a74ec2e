import type { LimitFact } from '#shared/permission/facts.ts';
import type { TreeNode } from './tree-node.ts';
import { workingDirAfter, workingDirIfSkipped, sameWorkingDir } from '../follow-cd.ts';
import { KnownVariables } from './known-variables.ts';
import { mayFail } from './read-redirections.ts';
import { limitsOnLaterMeaning } from './later-meaning.ts';
import type { RawAssignment, RawCommand, RawRedirect, WorkingDir } from './raw-command.ts';
import { type PartContext, type ScriptPart, within } from './script-part.ts';
import type { KnownVariable, WordScope } from './word.ts';

export interface ScriptStart {
  readonly workingDir: WorkingDir;
  readonly home: string;
  readonly runBy: number | undefined;
}

/** A simple command's own syntax, with what the statements around it add. */
export type CommandParts = Omit<RawCommand, 'workingDir' | 'runBy' | 'ofRunner'>;

/** More deeply nested loops are not analysed: each is walked twice. */
const MAX_LOOPS = 3;

/** What has been read of a script so far, with the shell's state at this point: its working directory and variables. */
export class ScriptState implements WordScope {
  readonly commands: RawCommand[] = [];
  readonly limits: LimitFact[] = [];
  readonly parts: ScriptPart[] = [];
  readonly home: string;
  readonly #variables = new KnownVariables();
  readonly #runBy: number | undefined;
  readonly #search: (node: TreeNode) => void;
  #workingDir: WorkingDir;
  #context: PartContext = '';
  #loops = 0;

  /** @param search Walks the statements in a substitution. */
  constructor(start: ScriptStart, search: (node: TreeNode) => void) {
    this.home = start.home;
    this.#workingDir = start.workingDir;
    this.#runBy = start.runBy;
    this.#search = search;
  }

  get variables(): ReadonlyMap<string, KnownVariable> {
    return this.#variables.all;
  }

  get cwd(): string | undefined {
    return this.#workingDir.uncertain || this.#workingDir.others.length > 0 ? undefined : this.#workingDir.dir;
  }

  get inherits(): boolean {
    return this.#runBy === undefined && !this.#variables.isAnyAltered;
  }

  get context(): PartContext {
    return this.#context;
  }

  limit(node: TreeNode, reason: string, opaque: boolean): void {
    this.limits.push({ text: node.text.slice(0, 200), reason, opaque });
  }

  readable(node: TreeNode, reason: string): void {
    this.limits.push({ text: node.text.slice(0, 200), reason, opaque: false, readable: true });
  }

  substitution(node: TreeNode): void {
    this.isolated('substitution', () => {
      for (const child of node.namedChildren) this.#search(child);
    });
  }

  text(node: TreeNode): void {
    const before = { commands: this.commands.length, limits: this.limits.length };
    this.substitution(node);
    this.commands.length = before.commands;
    this.limits.length = before.limits;
  }

  command(parts: CommandParts, part: ScriptPart): void {
    const command: RawCommand = { ...parts, workingDir: this.#workingDir, runBy: this.#runBy };
    this.parts.push(part);
    this.commands.push(command);
    this.limits.push(...limitsOnLaterMeaning(command));
    const readOnly = command.words.length > 0 ? undefined : command.assignments.find(({ name }) => this.#variables.isReadOnly(name));
    if (readOnly !== undefined)
      this.limits.push({ text: command.text, reason: `It assigns ${readOnly.name}, which may be read-only.`, opaque: true });
    this.#variables.ran(command);
    const after = workingDirAfter(command.words, this.#workingDir, this.home);
    // `CDPATH=a cd b`, `HOME=a cd`
    const isOdd = command.assignments.length > 0 && !sameWorkingDir(after, this.#workingDir);
    this.#workingDir = isOdd ? { ...after, moved: true, uncertain: true } : after;
  }

  assign({ name, value }: Pick<RawAssignment, 'name' | 'value'>): void {
    this.#variables.assign(name, value, this.home);
  }

  inside(construct: Parameters<typeof within>[1], walk: () => void): void {
    const before = this.#context;
    this.#context = within(before, construct);
    walk();
    this.#context = before;
  }

  /** Walks what runs in a subshell: its folder and variables are not visible outside. */
  isolated(construct: 'pipeline' | 'subshell' | 'substitution' | 'background', walk: () => void): void {
    const before = this.#workingDir;
    const known = this.#variables.snapshot();
    if (construct === 'background') walk();
    else this.inside(construct, walk);
    this.#workingDir = before;
    this.#variables.restore(known);
  }

  /** Walks a statement of a sequence. Whether a `cd` in it succeeded is unknown afterwards. */
  step(walk: () => void): void {
    const before = this.#workingDir;
    walk();
    if (!sameWorkingDir(before, this.#workingDir)) this.#workingDir = workingDirIfSkipped(before, this.#workingDir, true);
  }

  /** Walks what may not run, so nothing in it is certain afterwards. */
  maybe(walk: () => void): void {
    const before = this.#workingDir;
    const known = this.#variables.snapshot();
    walk();
    this.#variables.forgetSince(known);
    if (!sameWorkingDir(before, this.#workingDir)) this.#workingDir = workingDirIfSkipped(before, this.#workingDir, false);
  }

  /** Walks what doesn't run if one of its redirections fails. */
  onceOpened(redirects: readonly RawRedirect[], walk: () => void): void {
    if (redirects.some(mayFail)) this.maybe(walk);
    else walk();
  }

  /** Walks a list. Its first statement always runs, the others depend on the exit codes before them: `onFailure` runs when one failed. */
  list(first: () => void, others: readonly { readonly onFailure: boolean; readonly walk: () => void }[]): void {
    const start = this.#workingDir;
    first();
    const afterFirst = this.#workingDir;
    const known = this.#variables.snapshot();
    // Where it may have stopped.
    const reached = [start, afterFirst];
    for (const { onFailure, walk } of others) {
      if (onFailure) this.#mayBeInOneOf(reached);
      // Statements between the failed one and this one were skipped.
      if (onFailure) this.#variables.forgetSince(known);
      if (onFailure) this.maybe(walk);
      else walk();
      reached.push(this.#workingDir);
    }
    this.#variables.forgetSince(known);
    if (reached.slice(2).some((one) => !sameWorkingDir(afterFirst, one))) this.#mayBeInOneOf(reached);
  }

  #mayBeInOneOf(folders: readonly WorkingDir[]): void {
    for (const one of folders)
      if (!sameWorkingDir(one, this.#workingDir)) this.#workingDir = workingDirIfSkipped(one, this.#workingDir, false);
  }

  /**
   * Walks what may run repeatedly. The result must hold for every iteration, so variables changed inside are unknown from the start. A
   * first, discarded walk finds them.
   */
  repeated(node: TreeNode, walk: () => void): void {
    if (this.#loops >= MAX_LOOPS) this.limit(node, 'It has loops within loops, too many to follow.', true);
    const lengths = { commands: this.commands.length, limits: this.limits.length, parts: this.parts.length };
    const workingDir = this.#workingDir;
    const known = this.#variables.snapshot();
    this.#loops++;
    walk();
    if (this.#loops <= MAX_LOOPS && (this.#variables.forgetSince(known) || !sameWorkingDir(workingDir, this.#workingDir))) {
      this.commands.length = lengths.commands;
      this.limits.length = lengths.limits;
      this.parts.length = lengths.parts;
      this.#workingDir = sameWorkingDir(workingDir, this.#workingDir) ? workingDir : { ...workingDir, moved: true, uncertain: true };
      walk();
      this.#variables.forgetSince(known);
    }
    this.#loops--;
  }

  /** Gives a loop's variable its values during `walk`. */
  duringLoop(name: string, known: KnownVariable, walk: () => void): void {
    this.#variables.duringLoop(name, known, walk);
  }
}
