import { stateDirPath } from '#main/engine/state-dir.ts';
import { JsonLimitError, parseJson } from '#shared/json-limits.ts';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { placeOfSession } from '#main/settings/session-place.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { errorMessage } from '#shared/error-message.ts';
import { printableJson } from '#shared/printable.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { EXIT, printError, UsageError } from './usage.ts';
import { type BaseContext, explainRow, explainRowSchema, refused } from './explain-row.ts';

export interface ExplainIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

interface ExplainOptions {
  readonly projectDir: string;
  readonly homeDir: string;
}

/**
 * `explain`: reads calls as JSON lines, writes one decision a line in the same order, runs nothing. A line that can't be
 * read becomes a denied row with `error`; the exit code is then 2.
 */
export async function explain(args: readonly string[], io: ExplainIo): Promise<number> {
  const options = readOptions(args);
  const engine = await createPermissionEngine();
  let base: BaseContext | undefined;
  let failed = false;
  let number = 0;
  for await (const line of linesOf(io.stdin)) {
    number++;
    if (line.trim() === '') continue;
    const row = readRow(line);
    if ('error' in row) {
      failed = true;
      printError(`Line ${String(number)} is ${row.error}`, { stream: io.stderr });
      await write(io.stdout, { ...refused(row.id, 'invalidInput', row.error), error: row.error, line: number });
      continue;
    }
    const context = row.value.permissions === undefined ? (base ??= settingsContext(options, io.stderr)) : emptyContext(options);
    await write(io.stdout, explainRow(row.value, engine, context));
  }
  return failed ? EXIT.usage : EXIT.success;
}

function readOptions(args: readonly string[]): ExplainOptions {
  const { values } = parseArguments(args, { project: { type: 'string' }, home: { type: 'string' } });
  if (values.project === undefined) throw new UsageError('explain needs --project DIR: the folder whose settings apply.');
  return {
    projectDir: folder(values.project, '--project'),
    homeDir: values.home === undefined ? homedir() : path.resolve(values.home),
  };
}

/** Lines end with a line feed only: Node's own reader also splits at separators that may be part of a string in JSON. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let open: string[] = [];
  for await (const piece of input) {
    const [first = '', ...more] = String(piece).split('\n');
    open.push(first);
    for (const line of more) {
      yield open.join('');
      open = [line];
    }
  }
  yield open.join('');
}

function readRow(
  line: string,
): { readonly value: ReturnType<typeof explainRowSchema.parse> } | { readonly id: string | number | null; readonly error: string } {
  let json: unknown;
  try {
    json = parseJson(line);
  } catch (error) {
    if (error instanceof JsonLimitError) return { id: null, error: `not a call: it is ${error.message}` };
    return { id: null, error: `not JSON: ${errorMessage(error)}` };
  }
  const parsed = explainRowSchema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  const at = issue?.path.join('.') ?? '';
  return { id: rowId(json), error: `not a call: ${at === '' ? '' : `${at}: `}${issue?.message ?? 'unknown problem'}` };
}

function rowId(json: unknown): string | number | null {
  if (typeof json !== 'object' || json === null || !('id' in json)) return null;
  return typeof json.id === 'string' || typeof json.id === 'number' ? json.id : null;
}

function emptyContext(options: ExplainOptions): BaseContext {
  return { projectDir: options.projectDir, homeDir: options.homeDir, stateDir: stateDir(options) };
}

function stateDir(options: ExplainOptions): string {
  return stateDirPath(process.env, options.homeDir);
}

/** The project's settings, loaded as for a session. */
function settingsContext(options: ExplainOptions, stderr: Writable): BaseContext {
  const settings = loadSettings({ ...options, stateDir: stateDir(options), env: process.env });
  for (const problem of settings.problems) printError(`${problem.file}: ${problem.message}`, { stream: stderr });
  return {
    ...emptyContext(options),
    mode: settings.defaultMode,
    rules: settings.rules,
    additionalWorkingDirectories: settings.additionalDirectories,
    isBypassPermissionsModeAvailable: settings.defaultMode === 'bypassPermissions' && !settings.bypassDisabled,
    isAutoModeAvailable: !settings.autoDisabled,
    networkReads: settings.networkReads,
    commandPlace: placeOfSession(settings, options.projectDir)?.place,
    blocksOutside: settings.blocksOutside,
  };
}

async function write(stream: Writable, row: object): Promise<void> {
  if (stream.write(`${printableJson(row)}\n`)) return;
  await new Promise<void>((resolve) => stream.once('drain', resolve));
}
