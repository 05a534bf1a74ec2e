import type { CommandFact, LimitFact, ShellFacts } from '#shared/permission/facts.ts';
import { FINAL } from './commands/forms/form.ts';
import { describeCommand, type Described } from './describe-command.ts';
import { sameWorkingDir, workingDirAfter } from './follow-cd.ts';
import { readsLikeBash } from './other-shells.ts';
import type { RawCommand, WorkingDir } from './parse/raw-command.ts';
import type { ScriptReader } from './parse/script-reader.ts';
import { isTrackedPath } from './git/git-repository.ts';
import { isFinalScript, scriptRisk } from './script-risk.ts';
import type { ShellContext } from './shell-context.ts';

/** Longer lines are not analysed. */
const MAX_LINE = 10_000;
const MAX_COMMANDS = 500;
const MAX_DEPTH = 6;
/** Scripts of the package file that a line runs, also by each other. More aren't read, and count as what can't be undone. */
const MAX_SCRIPTS = 40;

/** What is known of the scripts that a line runs, by their text; `undefined` too while one is being read. */
type ScriptRisks = Map<string, CommandFact['scriptRisk']>;

const ELSEWHERE: ReadonlySet<string> = new Set(
  'docker podman docker-compose podman-compose kubectl oc nerdctl lxc ssh mosh vagrant multipass wsl'.split(' '),
);

/** Turns a shell line into facts. What isn't understood is reported in `limits`, never guessed. */
export function analyseShell(command: string, context: ShellContext, reader: ScriptReader): ShellFacts {
  return new ShellAnalysis(context, reader).run(command);
}

/** Trims only what the shell treats as blanks, and no blank that a backslash makes part of a word. */
function trimmed(command: string): string {
  return command.replace(/^[ \t\n]+/u, '').replace(/(?<![\\ \t\n])[ \t\n]+$/u, '');
}

class ShellAnalysis {
  readonly #commands: CommandFact[] = [];
  readonly #limits: LimitFact[] = [];
  readonly #fragments: string[] = [];
  readonly #scripts: ScriptRisks;
  /** One of its commands may change the folder. */
  #moves = false;
  readonly #context: ShellContext;
  readonly #reader: ScriptReader;

  /** `scripts`: shared by a line and the scripts that it runs. */
  constructor(context: ShellContext, reader: ScriptReader, scripts: ScriptRisks = new Map()) {
    this.#scripts = scripts;
    this.#context = context;
    this.#reader = reader;
  }

  run(command: string): ShellFacts {
    const line = trimmed(command);
    const workingDir = { dir: this.#context.cwd, moved: false, uncertain: false, others: [] };
    this.#script(line, workingDir, false, undefined, 0);
    if (this.#commands.length === 0) this.#limit(line, 'It contains no command.', false);
    return { line, commands: this.#commands, limits: this.#limits, fragments: this.#fragments };
  }

  #script(text: string, workingDir: WorkingDir, nested: boolean, runBy: number | undefined, depth: number): void {
    if (text.length > MAX_LINE) return this.#giveUp(text, 'It is longer than 10,000 characters.');
    if (depth > MAX_DEPTH) return this.#giveUp(text, 'It is nested too deeply.');
    const hidden = /[^\P{C}\n\t]|[^\P{Z} ]/u.exec(text);
    if (hidden !== null) this.#limit(hidden[0], 'It contains invisible or control characters.', true);
    const read = this.#reader.read(text, { workingDir, home: this.#context.home, nested, runBy });
    if (read === undefined) return this.#giveUp(text, 'It is too large to analyse in time.');
    for (const problem of read.problems) this.#limit(problem.text, problem.reason, true);
    if (read.problems.length > 0) {
      this.#fragment(read.joined);
      if (read.joined.includes('\\\n')) this.#fragment(read.joined.replaceAll('\\\n', ''));
    }
    this.#limits.push(...read.limits);
    this.#moves ||= read.commands.some(
      ({ words, workingDir: from }) => !sameWorkingDir(from, workingDirAfter(words, from, this.#context.home)),
    );
    for (const raw of read.commands) this.#describe(raw, read.joined, depth);
  }

  #describe(raw: RawCommand, source: string, depth: number): void {
    if (this.#commands.length >= MAX_COMMANDS) {
      if (this.#commands.length === MAX_COMMANDS) this.#giveUp(source, 'It contains too many commands.');
      return;
    }
    const described = describeCommand(raw, { ...this.#context, source, elsewhere: this.#isElsewhere(raw.runBy) });
    const risk = this.#scriptRisk(described);
    const { fact } = described;
    const beyond = isFinalScript(risk) ? { beyondPrefix: [...fact.beyondPrefix, FINAL] } : {};
    const index = this.#commands.push(risk === undefined ? fact : { ...fact, scriptRisk: risk, ...beyond }) - 1;
    const name = raw.words[0];
    if (name !== undefined && (name.expands || name.glob)) this.#limit(raw.text, 'The command itself is computed.', true);
    if (described.inner !== undefined) {
      if (depth < MAX_DEPTH) this.#describe({ ...described.inner, runBy: index }, source, depth + 1);
      else this.#limit(raw.text, 'It is nested too deeply.', true);
    }
    for (const script of described.scripts) this.#inner(script, raw, index, depth);
  }

  /** Run by a command that runs it in a container or on another machine. */
  #isElsewhere(runBy: number | undefined): boolean {
    return this.#programsAt(runBy).some((program) => ELSEWHERE.has(program));
  }

  /** The program of a command, and of those that run it, the innermost first. */
  #programsAt(index: number | undefined): string[] {
    const command = index === undefined ? undefined : this.#commands[index];
    return command === undefined ? [] : [command.program, ...this.#programsAt(command.runBy)];
  }

  /** What a script of the package file does that can't be undone, or on other machines. Anything else is the project's to say. */
  #scriptRisk({ packageScript }: Described): CommandFact['scriptRisk'] {
    if (packageScript === undefined) return undefined;
    const text = packageScript.ran ?? packageScript.text;
    if (this.#scripts.has(text)) return this.#scripts.get(text);
    if (this.#scripts.size >= MAX_SCRIPTS) return 'destructive';
    // One that runs itself does no more than its other parts.
    this.#scripts.set(text, undefined);
    const facts = new ShellAnalysis(this.#context, this.#reader, this.#scripts).run(text);
    const risk = scriptRisk(facts, (path) => isTrackedPath(this.#context.cwd, path));
    this.#scripts.set(text, risk);
    return risk;
  }

  /** Analyses text that a command runs as a separate shell line. Its limits make the command opaque, but not the line's syntax. */
  #inner(script: string, raw: RawCommand, index: number, depth: number): void {
    const before = this.#limits.length;
    const outer = this.#commands[index];
    // A trap runs wherever the shell is by then.
    const isLater = outer?.program === 'trap' && this.#moves;
    this.#script(script, isLater ? { ...raw.workingDir, moved: true, uncertain: true } : raw.workingDir, true, index, depth + 1);
    const inside = this.#limits.splice(before);
    if (outer === undefined) return;
    if (inside.some((limit) => limit.opaque)) this.#commands[index] = { ...outer, opaqueCode: true };
    else if (!readsLikeBash(script, this.#programsAt(index)))
      this.#commands[index] = {
        ...outer,
        opaqueCode: true,
        opaqueWhy: outer.opaqueWhy ?? 'It runs a text that its shell may read otherwise.',
      };
  }

  #giveUp(text: string, reason: string): void {
    this.#limit(text, reason, true);
    this.#fragment(text);
  }

  #limit(text: string, reason: string, opaque: boolean): void {
    this.#limits.push({ text: text.slice(0, 200), reason, opaque });
  }

  #fragment(text: string): void {
    for (const part of text.slice(0, 100_000).split(/[;&|\n(){}`]|\$\(/u)) {
      const plain = part.trim().replace(/^(?:[A-Za-z_]\w*=\S*\s+)+/u, '');
      if (plain === '') continue;
      this.#fragments.push(plain, plain.replace(/['"\\]/gu, ''));
    }
  }
}
