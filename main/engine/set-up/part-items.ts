import { join } from 'node:path';
import { SERVER_FIELDS } from '#shared/compatibility/format-effects.ts';
import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import { type HookSettings, hookEventSchema, hookTypeSchema } from '#shared/settings/hook-settings.ts';
import { isRecord } from '#shared/is-record.ts';
import { handlersOf, hookFilter } from '#main/settings/hooks/collect-hooks.ts';
import type { SettingsLayer } from '#main/settings/loaded-settings.ts';
import { hookName } from '#main/hooks/hook.ts';
import { chooseServers, type ChosenServer } from '#main/mcp/servers/choose-servers.ts';
import { describeTarget } from '#main/mcp/servers/server-entry.ts';
import { isWaiting, setUpItem, type SetUpInput, sourceOf, WAITING } from './set-up-item.ts';

type State = Pick<SetUpItem, 'state' | 'why'>;
const WORKS: State = { state: 'works', why: '' };
const SWITCHED_OFF: State = { state: 'none', why: 'The settings switch it off (disableAllHooks or allowManagedHooksOnly).' };

/** Every hook of every settings file and plugin. */
export function hookItems(input: SetUpInput): SetUpItem[] {
  const { layers, hooks: running, plugins } = input.trusted;
  const active = new Set(running.entries.map(({ handler }) => handler));
  const activePlugins = new Set(running.entries.map(({ plugin }) => plugin?.id));
  const items = (hooks: HookSettings | undefined, place: HookPlace): SetUpItem[] =>
    handlersOf(hooks).map(({ event, matcher, handler }) => {
      const isKnown = hookEventSchema.safeParse(event).success && hookTypeSchema.safeParse(handler.type).success;
      const runs = active.has(handler) || (isKnown && place.plugin !== undefined && activePlugins.has(place.plugin));
      const state = runs ? (isWaiting(place, input) ? WAITING : WORKS) : whyInactive(event, handler.type);
      const name = matcher === '' ? event : `${event}, ${matcher}`;
      return setUpItem({ kind: 'hook', name, detail: hookName(handler), source: place.source, file: place.file ?? null, ...state });
    });
  return [
    ...layers.flatMap((layer) => items(layer.value.hooks, layer)),
    ...plugins.active.flatMap(({ id, root, parts, fromRepository }) =>
      parts.hooks.flatMap(({ path, value }) => items(value, { source: 'plugin', file: join(root, path), fromRepository, plugin: id })),
    ),
  ];
}

interface HookPlace extends Pick<SettingsLayer, 'source' | 'file' | 'fromRepository'> {
  /** The plugin's id. */
  readonly plugin?: string;
}

function whyInactive(event: string, type: string): State {
  if (!hookEventSchema.safeParse(event).success) return { state: 'broken', why: 'There is no such event, so it never runs.' };
  if (!hookTypeSchema.safeParse(type).success)
    return { state: 'unguarded', why: `Hooks of the type “${type}” aren’t supported, so it never runs.` };
  return SWITCHED_OFF;
}

/** Every MCP server of every file. */
export function serverItems({ now, trusted, switchedOff }: SetUpInput): SetUpItem[] {
  const settings = trusted.mcp;
  const chosen = new Map(chooseServers({ settings, trusted: now.trusted, switchedOff }).map((server) => [server.name, server]));
  return settings.sources.flatMap(({ scope, file, servers }) =>
    Object.entries(servers).map(([name, raw]) => {
      const server = chosen.get(name);
      const target = server?.scope === scope ? server.entry?.target : undefined;
      return setUpItem({
        kind: 'server',
        name,
        detail: target ? describeTarget(target) : '',
        source: sourceOf(scope),
        file: scope === 'cli' ? null : file,
        ...serverState(server, scope, raw),
      });
    }),
  );
}

function serverState(server: ChosenServer | undefined, scope: ChosenServer['scope'], raw: unknown): State {
  if (!server) return { state: 'none', why: 'There are too many servers; this one isn’t started.' };
  if (server.scope !== scope) return { state: 'overridden', why: `The server of this name in ${server.file} has priority.` };
  const { verdict } = server;
  if (verdict.kind === 'invalid') return { state: 'broken', why: verdict.reason };
  if (verdict.kind === 'needs_trust') return WAITING;
  if (verdict.kind !== 'run') return { state: 'none', why: verdict.reason };
  const fields = isRecord(raw) ? Object.keys(raw) : [];
  const left = fields.find((field) => Object.hasOwn(SERVER_FIELDS, field) && SERVER_FIELDS[field]?.compatibility === 'not');
  return left === undefined ? WORKS : { state: 'partly', why: `“${left}” has no effect. ${SERVER_FIELDS[left]?.why ?? ''}` };
}

/** Every agent type, skill and slash command of a file. */
export function definitionItems({ now, trusted }: SetUpInput): SetUpItem[] {
  const stateFrom = (source: string): State => (source === 'project' && !now.trusted ? WAITING : WORKS);
  const agents = trusted.agents.map(({ name, description, source, file }) =>
    setUpItem({ kind: 'agent', name, detail: description, source: sourceOf(source), file: file ?? null, ...stateFrom(source) }),
  );
  const skills = trusted.skills.map(({ kind, name, description, source, file }) =>
    setUpItem({ kind, name, detail: description, source: sourceOf(source), file, ...stateFrom(source) }),
  );
  const mayRun = hookFilter(trusted);
  const hooks = [...trusted.agents, ...trusted.skills].flatMap((definition) => {
    const source = sourceOf(definition.source);
    const isOn = mayRun({ source, fromRepository: source === 'project' });
    return handlersOf(definition.hooks).map(({ event, matcher, handler }) =>
      setUpItem({
        kind: 'hook',
        name: `${matcher === '' ? event : `${event}, ${matcher}`}, of ${definition.name}`,
        detail: hookName(handler),
        source,
        file: definition.file ?? null,
        ...(isOn ? stateFrom(definition.source) : SWITCHED_OFF),
      }),
    );
  });
  return [...agents, ...skills, ...hooks];
}
