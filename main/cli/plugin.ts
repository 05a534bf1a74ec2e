import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { listPlugins } from '#main/engine/plugins/list-plugins.ts';
import { ProjectPlugins } from '#main/engine/plugins/project-plugins.ts';
import { openStateDir, stateDirPath } from '#main/engine/state-dir.ts';
import { realPath } from '#main/settings/real-path.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import type { PluginRow } from '#shared/contract/commands/plugin-commands.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { printableJson } from '#shared/printable.ts';
import { describeMarketplaces, describePluginRow, describePlugins } from './describe-plugins.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { EXIT, UsageError } from './usage.ts';

interface PluginIo {
  readonly stdout: Writable;
  readonly env: NodeJS.ProcessEnv;
}

/** Enough of a digest to name one content. */
const MIN_DIGEST = 12;

/** What commands take. */
const PLUGIN = 'a name: NAME@MARKETPLACE';
const MARKETPLACE = 'the name of a marketplace';

/** `plugin`: lists and installs plugins, and turns them on and off. Runs nothing of a plugin. */
export async function plugin(args: readonly string[], { stdout, env }: PluginIo): Promise<number> {
  const { values, positionals } = parseArguments(
    args,
    { project: { type: 'string' }, home: { type: 'string' }, json: { type: 'boolean' }, accept: { type: 'string' } },
    { allowPositionals: true },
  );
  const [command = 'list', ...rest] = positionals;
  const projectDir = realPath(folder(values.project ?? '.', '--project'));
  const homeDir = values.home === undefined ? homedir() : resolve(values.home);
  const stateDir = command === 'list' ? stateDirPath(env, homeDir) : openStateDir(env, homeDir);
  const settings = new SettingsStore({ projectDir, homeDir, stateDir, env });
  const plugins = new ProjectPlugins({ stateDir, homeDir, projectDir, env, settings });
  const print = (text: string): void => void stdout.write(text);
  const row = (id: string): PluginRow => {
    const found = listPlugins(plugins).plugins.find((one) => one.id === id);
    if (!found) throw new AppError('not_found', `${id} isn’t installed, and no settings name it.`);
    return found;
  };

  switch (command) {
    case 'list': {
      none(rest, command);
      const list = listPlugins(plugins);
      print(values.json === true ? `${printableJson(list)}\n` : describePlugins(list));
      return list.plugins.some(({ state }) => state === 'broken') ? EXIT.failed : EXIT.success;
    }
    case 'install':
    case 'update': {
      const id = onlyOne(rest, command, PLUGIN);
      await plugins.install(id);
      print(describePluginRow(row(id), 'whole'));
      return EXIT.success;
    }
    case 'enable': {
      const id = onlyOne(rest, command, PLUGIN);
      return enable(plugins, row(id), values.accept, print);
    }
    case 'disable': {
      const id = onlyOne(rest, command, PLUGIN);
      await plugins.setEnabled(id, false);
      print(`${id} is off.\n`);
      return EXIT.success;
    }
    case 'remove': {
      const id = onlyOne(rest, command, PLUGIN);
      await plugins.remove(id);
      print(`${id} is removed.\n`);
      return EXIT.success;
    }
    case 'marketplace':
      return marketplace(plugins, rest, print);
    default:
      throw new UsageError(`There is no command “plugin ${command}”.`);
  }
}

async function enable(plugins: ProjectPlugins, row: PluginRow, accept: string | undefined, print: (text: string) => void): Promise<number> {
  const { id, digest, state } = row;
  if (state === 'unaccepted' && accept === undefined) {
    print(describePluginRow(row, 'whole'));
    return EXIT.failed;
  }
  if (accept === undefined) await plugins.setEnabled(id, true);
  else {
    if (accept.length < MIN_DIGEST) throw new UsageError(`--accept needs at least ${MIN_DIGEST} characters of the content’s id.`);
    if (digest === null || !digest.startsWith(accept))
      throw new AppError('conflict', `${id} isn’t what “${accept}” names: it has changed. Read again what it does: gatehouse plugin list`);
    await plugins.accept(id, digest);
  }
  const after = listPlugins(plugins).plugins.find((one) => one.id === id) ?? row;
  print(after.state === 'on' ? `${id} is on.\n` : describePluginRow(after, 'short'));
  return after.state === 'on' ? EXIT.success : EXIT.failed;
}

async function marketplace(plugins: ProjectPlugins, rest: readonly string[], print: (text: string) => void): Promise<number> {
  const [command = 'list', ...names] = rest;
  switch (command) {
    case 'list':
      none(names, 'marketplace list');
      break;
    case 'add':
      await plugins.addMarketplace(onlyOne(names, 'marketplace add', 'OWNER/REPOSITORY, an https:// address or a folder'));
      break;
    case 'update':
      await plugins.updateMarketplace(onlyOne(names, 'marketplace update', MARKETPLACE));
      break;
    case 'remove':
      await plugins.removeMarketplace(onlyOne(names, 'marketplace remove', MARKETPLACE));
      break;
    default:
      throw new UsageError(`There is no command “plugin marketplace ${command}”.`);
  }
  print(describeMarketplaces(listPlugins(plugins)));
  return EXIT.success;
}

/** The only positional argument of a command. @throws UsageError naming what is expected. */
function onlyOne(positionals: readonly string[], command: string, what: string): string {
  const [value, ...more] = positionals;
  if (value === undefined) throw new UsageError(`plugin ${command} needs ${what}.`);
  none(more, command);
  return value;
}

/** @throws UsageError */
function none([first]: readonly string[], command: string): void {
  if (first !== undefined) throw new UsageError(`plugin ${command} takes no “${first}”.`);
}
