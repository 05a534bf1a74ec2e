import type { CommandFact, LimitFact, ShellFacts } from '#shared/permission/facts.ts';
import { describeCommand } from './describe-command.ts';
import type { RawCommand, WorkingDir } from './parse/raw-command.ts';
import type { ScriptReader } from './parse/script-reader.ts';
import type { ShellContext } from './shell-context.ts';

/** Longer lines are not analysed. */
const MAX_LINE = 10_000;
const MAX_COMMANDS = 500;
const MAX_DEPTH = 6;

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
  readonly #context: ShellContext;
  readonly #reader: ScriptReader;

  constructor(context: ShellContext, reader: ScriptReader) {
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
    const index = this.#commands.push(described.fact) - 1;
    const name = raw.words[0];
    if (name !== undefined && (name.expands || name.glob)) this.#limit(raw.text, 'The command itself is computed.', true);
    if (described.inner !== undefined) {
      if (depth < MAX_DEPTH) this.#describe({ ...described.inner, runBy: index }, source, depth + 1);
      else this.#limit(raw.text, 'It is nested too deeply.', true);
    }
    for (const script of described.scripts) this.#inner(script, raw, index, depth);
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
