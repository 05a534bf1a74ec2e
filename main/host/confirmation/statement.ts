import { hash } from 'node:crypto';
import type { CommandName, ParsedInput } from '#shared/contract/commands.ts';
import type { Refusal } from '#shared/permission/refusal.ts';
import { printableLine, printableText } from '#shared/printable.ts';
import type { EnginePort, WindowRef } from '../engine-port.ts';

/** What a person confirms, in main's own words. */
export interface Statement {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly text: string }[];
  /** SHA-256 of the command, its whole input and everything above: what is carried out is what was shown. */
  readonly digest: string;
  /** What is recorded if it is refused. */
  readonly about: Omit<Refusal, 'reason'>;
}

/** The most that is shown of one value, from its start and its end. */
const MAX_SHOWN = 20_000;

interface Confirmable<N extends CommandName> {
  readonly command: N;
  readonly input: ParsedInput<N>;
  readonly title: string;
  readonly standing: object | undefined;
  /** Why it is confirmed, where no setting that could be read says so. */
  readonly why: string | undefined;
}

/** Describes a command from what main knows of it. @throws AppError `not_found` when the request it answers is gone. */
export async function statementOf<N extends CommandName>(
  engine: EnginePort,
  { command, input, title, standing, why }: Confirmable<N>,
  window: WindowRef,
): Promise<Statement> {
  const answer = isAnswer(command, input) ? await describeAnswer(engine, input, window) : undefined;
  const facts = answer?.rows ?? rowsOf(standing ?? input);
  const rows = why === undefined ? facts : [...facts, { label: 'Why you confirm this', text: why }];
  const digest = hash('sha256', JSON.stringify([command, title, standing ?? input, rows]));
  const about = { command, sessionId: textIn(input, 'sessionId'), projectDir: textIn(input, 'projectDir'), digest, ...answer?.of };
  return { title, rows: rows.map(printable), digest, about };
}

function textIn(input: object, name: string): string | undefined {
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'string' ? value : undefined;
}

type Rows = Statement['rows'];
type AnswerInput = ParsedInput<'permission.answer'>;

function isAnswer(command: CommandName, _input: unknown): _input is AnswerInput {
  return command === 'permission.answer';
}

/** The call as the gate would run it, and the facts of its decision. */
async function describeAnswer(
  engine: EnginePort,
  { sessionId, askId, answer }: AnswerInput,
  window: WindowRef,
): Promise<{ readonly rows: Rows; readonly of: Pick<Refusal, 'call'> }> {
  const { input, call } = await engine.handle('permission.input', { sessionId, askId }, window);
  const { type, ...given } = answer;
  const rows = [
    { label: 'Tool', text: call.toolName },
    { label: 'Risk', text: call.risk },
    { label: 'Answer', text: ANSWERS[type] },
    ...rowsOf(given, 'Answer: '),
    // The names may be a server's or a model's: the prefix keeps them apart from main's own.
    ...rowsOf(input, 'Input: '),
    ...(call.effects.length > 0 ? [{ label: 'Effects', text: call.effects.join('\n') }] : []),
    { label: 'Why it asks', text: call.message },
    { label: 'Folder', text: call.cwd },
    { label: 'Call', text: call.callId },
  ];
  return { rows, of: { call: { callId: call.callId, tool: call.toolName } } };
}

const ANSWERS: Readonly<Record<AnswerInput['answer']['type'], string>> = {
  allow_once: 'allow once',
  allow_edited: 'allow, with this input instead',
  allow_unseen: 'allow, and exactly this line for the session',
  allow_always: 'allow, and save these rules',
  set_mode: 'allow, and accept edits from now on',
  add_directories: 'allow, and add these working directories',
  answer_questions: 'give these answers',
  accept_plan: 'accept the plan',
  deny: 'deny',
};

function rowsOf(value: object, prefix = ''): Rows {
  return Object.entries(value).flatMap(([name, text]: [string, unknown]) =>
    text === undefined ? [] : [{ label: `${prefix}${name}`, text: typeof text === 'string' ? text : JSON.stringify(text, undefined, 2) }],
  );
}

function printable({ label, text }: Rows[number]): Rows[number] {
  return { label: printableLine(label), text: cut(printableText(text)) };
}

function cut(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  const half = MAX_SHOWN / 2;
  return `${text.slice(0, half)}\n… ${text.length - MAX_SHOWN} characters are not shown …\n${text.slice(-half)}`;
}
