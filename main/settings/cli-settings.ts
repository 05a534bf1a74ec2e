import { resolve } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { LoadedSettings, SettingsLayer, SettingsProblem } from './loaded-settings.ts';
import { readLayer, type LayerOrigin } from './read-layer.ts';
import { realPath } from './real-path.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';

/** Settings from the command line. */
export interface CliSettings {
  /** `--settings`: a JSON object, or a file with one. */
  readonly settings?: string | undefined;
  /** `--allowed-tools` / `--disallowed-tools`: one rule each (see `splitToolList`). */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  /** `--add-dir`. */
  readonly additionalDirectories?: readonly string[] | undefined;
  /** `--mcp-config`: JSON objects with `mcpServers`, or files with one. */
  readonly mcpConfigs?: readonly string[] | undefined;
  /** Base of relative paths; default the project folder. */
  readonly cwd?: string | undefined;
}

interface CliInput {
  readonly projectDir: string;
  readonly cliSettings?: CliSettings | undefined;
  readonly previous?: LoadedSettings | undefined;
}

/** The layers of the command line, highest first. @throws AppError `invalid_input` when `--settings` can't be read (on the first load). */
export function readCli({ cliSettings: cli, projectDir, previous }: CliInput, problems: SettingsProblem[]): SettingsLayer[] {
  if (!cli) return [];
  const cwd = cli.cwd ?? projectDir;
  const layers: SettingsLayer[] = [flagsLayer(cli, cwd)];
  if (cli.settings === undefined) return layers;
  const inline = cli.settings.trimStart().startsWith('{');
  const origin: LayerOrigin = { source: 'cli', file: inline ? undefined : realPath(resolve(cwd, cli.settings)), fromRepository: false };
  const text = inline ? ({ kind: 'text', text: cli.settings } as const) : readBounded(origin.file ?? '', MAX_SETTINGS_BYTES);
  const read =
    text.kind === 'text'
      ? readLayer(text.text, origin)
      : { broken: text.kind === 'missing' ? 'There is no such file, and it isn’t a JSON object.' : text.reason };
  const name = origin.file ?? '--settings';
  if (!('broken' in read)) {
    problems.push(...[...read.skipped, ...read.warnings].map((message) => ({ file: name, message })));
    return [...layers, read.layer];
  }
  // Found by its source, not its name: a link that has been removed or changed leads elsewhere now.
  const before = previous?.layers.find(({ source, file }) => source === 'cli' && file !== undefined);
  // It may contain deny rules: starting without them would allow more than was intended.
  if (!before) throw new AppError('invalid_input', `--settings ${name === '--settings' ? '' : `${name} `}can’t be used. ${read.broken}`);
  problems.push({ file: name, message: read.broken });
  return [...layers, before];
}

function flagsLayer(cli: CliSettings, cwd: string): SettingsLayer {
  return {
    source: 'cli',
    file: undefined,
    fromRepository: false,
    value: { permissions: { additionalDirectories: (cli.additionalDirectories ?? []).map((folder) => resolve(cwd, folder)) } },
    rules: [
      ...(cli.disallowedTools ?? []).map((text) => flagRule('deny', text)),
      ...(cli.allowedTools ?? []).map((text) => flagRule('allow', text)),
    ],
    disabledRules: [],
  };
}

function flagRule(behavior: RuleEntry['behavior'], text: string): RuleEntry {
  return { id: '', behavior, source: 'cli', text };
}
