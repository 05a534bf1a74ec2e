import type { CommandFact, LimitFact, ShellFacts } from '#shared/permission/facts.ts';
import { FINAL } from './commands/forms/form.ts';
import { describeCommand, type Described } from './describe-command.ts';
import type { RawCommand, WorkingDir } from './parse/raw-command.ts';
import type { ScriptReader } from './parse/script-reader.ts';
import type { ShellContext } from './shell-context.ts';

/** Longer lines are not analysed. */
const MAX_LINE = 10_000;
const MAX_COMMANDS = 500;
const MAX_DEPTH = 6;
/** Scripts of the package file that run each other. */
const MAX_SCRIPTS = 3;

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
  readonly #scripts: number;
  readonly #context: ShellContext;
  readonly #reader: ScriptReader;

  /** `scripts`: how many scripts of the package file run this one. */
  constructor(context: ShellContext, reader: ScriptReader, scripts = 0) {
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
    if (text.length > MAX_LINE) return this.#giveUp(text, 'It is longer than 10 000 characters.');
    if (depth > MAX_DEPTH) return this.#giveUp(text, 'It is nested too deeply.');
    const hidden = /[^\P{C}\n\t]|[^\P{Z} ]/u.exec(text);
    if (hidden !== null) this.#limit(hidden[0], 'It contains invisible or control characters.', true);
    const read = this.#reader.read(text, { workingDir, home: this.#context.home, nested, runBy });
    if (read === undefined) return this.#giveUp(text, 'It is too large to take apart in time.');
    for (const problem of read.problems) this.#limit(problem.text, problem.reason, true);
    if (read.problems.length > 0) {
      this.#fragment(read.joined);
      if (read.joined.includes('\\\n')) this.#fragment(read.joined.replaceAll('\\\n', ''));
    }
    this.#limits.push(...read.limits);
    for (const raw of read.commands) this.#describe(raw, read.joined, depth);
  }

  #describe(raw: RawCommand, source: string, depth: number): void {
    if (this.#commands.length >= MAX_COMMANDS) {
      if (this.#commands.length === MAX_COMMANDS) this.#giveUp(source, 'It contains too many commands.');
      return;
    }
    const described = describeCommand(raw, { ...this.#context, source });
    const risk = this.#scriptRisk(described);
    const { fact } = described;
    // Its own words are what the project means by its name; words added to it may be anything.
    const isBeyond = risk === 'destructive' && described.packageScript?.isExtended === true;
    const beyond = isBeyond ? { beyondPrefix: [...fact.beyondPrefix, FINAL] } : {};
    const index = this.#commands.push(risk === undefined ? fact : { ...fact, scriptRisk: risk, ...beyond }) - 1;
    const name = raw.words[0];
    if (name !== undefined && (name.expands || name.glob)) this.#limit(raw.text, 'The command itself is computed.', true);
    if (described.inner !== undefined) {
      if (depth < MAX_DEPTH) this.#describe({ ...described.inner, runBy: index }, source, depth + 1);
      else this.#limit(raw.text, 'It is nested too deeply.', true);
    }
    for (const script of described.scripts) this.#inner(script, raw, index, depth);
  }

  /** What a script of the package file does. It is the project's, so only the card needs it: rules name the script. */
  #scriptRisk({ packageScript }: Described): CommandFact['scriptRisk'] {
    if (packageScript === undefined || this.#scripts >= MAX_SCRIPTS) return undefined;
    const { commands, limits } = new ShellAnalysis(this.#context, this.#reader, this.#scripts + 1).run(packageScript.text);
    if (limits.some(({ opaque }) => opaque)) return undefined;
    const acting = commands.filter(({ readOnly, paths }) => !readOnly || paths.some(({ access }) => access === 'write'));
    const isFinal = (command: CommandFact): boolean =>
      command.irreversible || command.scriptRisk === 'destructive' || command.paths.some(({ access }) => access === 'delete');
    if (acting.length > 0 && acting.every(isFinal)) return 'destructive';
    return commands.some(({ network, scriptRisk }) => network || scriptRisk === 'network') ? 'network' : undefined;
  }

  /** Analyses text that a command runs as a separate shell line. Its limits make the command opaque, but not the line's syntax. */
  #inner(script: string, raw: RawCommand, index: number, depth: number): void {
    const before = this.#limits.length;
    this.#script(script, raw.workingDir, true, index, depth + 1);
    const inside = this.#limits.splice(before);
    const outer = this.#commands[index];
    if (outer !== undefined && inside.some((limit) => limit.opaque)) this.#commands[index] = { ...outer, opaqueCode: true };
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
