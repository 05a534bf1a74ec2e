import { effectOfSetting, keysOf } from '#shared/compatibility/setting-effects.ts';
import { SETTINGS } from '#shared/settings/settings.ts';
import { nameWithKey } from '#shared/permission/mode-names.ts';
import { printableLine } from '#shared/printable.ts';
import { hasCommands } from '#shared/settings/skill-definition.ts';
import { SECRET_NAME, SECRET_VALUE } from '#shared/secret-pattern.ts';
import { parseAgentFile } from './agents/agent-definition-file.ts';
import type { FileText } from '#main/tool/read-bounded.ts';
import { isRecord } from '#shared/is-record.ts';
import { isAgentName, isScriptName, isSettingsName, PROJECT_SERVERS, type RepositorySupplies } from './repository-supplies.ts';
import { parseSkillFile } from './skills/skill-definition-file.ts';
import { isSkillName } from './skills/skill-files.ts';
import { isStyleName } from './styles/style-files.ts';
import { parseSettingsDocument } from './settings-document.ts';
import { isWorkflowName } from './workflows/workflow-files.ts';

const MAX_NAMED = 20;
const MAX_TEXT = 200;
/** What would run is shown nearly whole: nothing may hide behind the start of a long command, nor behind other items. */
const MAX_NAMED_TO_RUN = 200;
const MAX_COMMAND = 1000;

/** Describes what a repository's files would do once trusted, one line each. Texts from the repository are bounded and printable. */
export function describeSupplies(supplies: RepositorySupplies): string[] {
  const described = [...supplies].filter(([file]) => isAgentName(file)).map((agent) => describeAgent(agent, 'project'));
  const skills = [...supplies].filter(([file]) => isSkillName(file));
  const styles = [...supplies].filter(([file]) => isStyleName(file));
  const workflows = [...supplies].filter(([file]) => isWorkflowName(file));
  const others = [...supplies].filter(([file]) => isSettingsName(file) || isScriptName(file));
  return [
    ...others.flatMap(([file, content]) => describeFile(file, content)),
    // Those that run something are never among the ones that are only counted.
    ...named(
      described.filter(({ runs }) => runs),
      ({ line }) => line,
      'agents',
      MAX_NAMED_TO_RUN,
    ),
    ...named(
      described.filter(({ runs }) => !runs),
      ({ line }) => line,
      'agents',
    ),
    ...named(styles, ([file]) => `${shown(file)}: adds an output style, which changes how the model answers`, 'output styles'),
    ...named(workflows, ([file]) => `${shown(file)}: adds a workflow, a script that starts agents`, 'workflows'),
    // Those that allow anything are never among the ones that are only counted.
    ...named(
      skills.map(describeSkill).toSorted((a, b) => Number(b.widens) - Number(a.widens)),
      ({ line }) => line,
      'skills',
      MAX_NAMED_TO_RUN,
    ),
  ];
}

function describeFile(file: string, content: FileText): string[] {
  if (!isSettingsName(file)) return [`${shown(file)}: is run by a hook, an MCP server or the status bar`];
  const parsed =
    content.kind === 'text'
      ? parseSettingsDocument(content.text)
      : { broken: content.kind === 'unreadable' ? content.reason : 'It is gone.' };
  if ('broken' in parsed) return [`${file}: can’t be read (${parsed.broken}); what it would do is not known`];
  const items = file === PROJECT_SERVERS ? describeServers(parsed.document.value) : describeSettings(parsed.document.value);
  return items.map((item) => `${file}: ${item}`);
}

/** `source`: a plugin's agents can't have servers of their own. */
export function describeAgent(
  [file, content]: readonly [string, FileText],
  source: 'project' | 'plugin',
): { readonly line: string; readonly runs: boolean } {
  const parsed = content.kind === 'text' ? parseAgentFile(content.text, { source, file }) : { skipped: whyNot(content) };
  if ('skipped' in parsed) return { line: `${shown(file)}: would add an agent, but can’t be used (${shown(parsed.skipped)})`, runs: false };
  const { name, description, tools, disallowedTools, model, permissionMode, background, hooks, mcpServers: asked } = parsed.definition;
  const mcpServers = source === 'plugin' ? undefined : asked;
  const details = [
    `tools: ${tools?.join(', ') ?? 'all'}${disallowedTools ? ` without ${disallowedTools.join(', ')}` : ''}`,
    ...(model === undefined ? [] : [`model: ${model}`]),
    ...(permissionMode === undefined ? [] : [`mode: ${nameWithKey(permissionMode) ?? permissionMode}`]),
    ...(background === true ? ['in the background'] : []),
  ];
  const servers = mcpServers ? describeServers({ mcpServers: mcpServers.own }) : [];
  const runs = [...hookCommands(hooks).map((hook) => `; runs ${hook}`), ...servers.map((line) => `; ${line}`)];
  const uses = mcpServers && mcpServers.named.length > 0 ? `; uses the MCP servers ${shown(mcpServers.named.join(', '))}` : '';
  return {
    line: `${shown(file)}: adds the agent “${name}” (${shown(details.join('; '))}${uses}${runs.join('')}) for: ${shown(description)}`,
    runs: runs.length > 0,
  };
}

export function describeSkill([file, content]: readonly [string, FileText]): { readonly line: string; readonly widens: boolean } {
  const origin = { kind: 'skill', name: 'skill', source: 'project', file, folder: '', base: '' } as const;
  const parsed = content.kind === 'text' ? parseSkillFile(content.text, origin) : { skipped: whyNot(content) };
  if ('skipped' in parsed)
    return { line: `${shown(file)}: would add a skill, but can’t be used (${shown(parsed.skipped)})`, widens: false };
  const { allowedTools, fork, model, description, body, hooks } = parsed.definition;
  const details = [
    ...(allowedTools.length === 0 ? [] : [`while it is used, ${shownCommand(allowedTools.join(', '))} without asking`]),
    ...(hasCommands(body) ? ['runs commands when it is called'] : []),
    ...hookCommands(hooks).map((hook) => `runs ${hook} while it is used`),
    ...(fork ? [`in the agent ${fork.agent}${fork.background ? ', in the background' : ''}`] : []),
    ...(model === undefined ? [] : [`model: ${model}`]),
  ];
  const more = details.length === 0 ? '' : ` (${details.join('; ')})`;
  const what = /(?:^|\/)SKILL\.md$/u.test(file) ? 'skill' : 'command';
  return {
    line: `${shown(file)}: adds a ${what}${more} for: ${shown(description)}`,
    widens: allowedTools.length > 0 || hooks !== undefined,
  };
}

function whyNot(content: Exclude<FileText, { readonly kind: 'text' }>): string {
  return content.kind === 'unreadable' ? content.reason : 'It is gone.';
}

function describeSettings(settings: Record<string, unknown>): string[] {
  const {
    permissions,
    env,
    hooks,
    statusLine,
    enabledPlugins,
    extraKnownMarketplaces,
    model: _model,
    $schema: _schema,
    ...rest
  } = settings;
  const { allow, additionalDirectories, defaultMode, deny: _deny, ask: _ask, ...otherPermissions } = entriesOf(permissions);
  return [
    ...named(stringsOf(allow), (rule) => `allows ${rule} without asking`, 'allow rules'),
    ...named(stringsOf(additionalDirectories), (folder) => `adds ${folder} as a working directory`, 'directories'),
    ...(defaultMode === undefined ? [] : [`starts sessions in the mode ${nameWithKey(defaultMode) ?? shown(defaultMode)}`]),
    ...named(
      Object.entries(entriesOf(env)),
      ([name, value]) => `sets the environment variable ${shown(name)} to ${shownValue(name, value)}`,
      'variables',
    ),
    ...describeHooks(hooks),
    ...named(
      Object.entries(entriesOf(enabledPlugins)).filter(([, value]) => value !== false),
      ([id]) => `switches on the plugin ${shown(id)}, if you install and accept it`,
      'plugins',
    ),
    ...named(
      Object.entries(entriesOf(extraKnownMarketplaces)),
      ([name, marketplace]) => `offers plugins of the marketplace ${shown(name)} (${shown(entriesOf(marketplace)['source'])})`,
      'marketplaces',
    ),
    ...(statusLine === undefined ? [] : [`runs ${shownCommand(entriesOf(statusLine)['command'] ?? 'something')} for the status bar`]),
    ...named(keysOf({ ...rest, permissions: otherPermissions }), describeSetting, 'further settings'),
  ];
}

/** A setting that the trust page doesn’t describe otherwise. */
function describeSetting(key: string): string {
  const setting = SETTINGS.find((one) => one.key === key);
  // A file of the folder that isn’t in the repository may set those of reach “own”.
  const maySet = setting === undefined || setting.reach === 'any' || setting.reach === 'own';
  const works = maySet && (effectOfSetting(key)?.compatibility ?? 'not') !== 'not';
  return works ? `sets ${shown(key)}` : `contains ${shown(key)}, which has no effect here`;
}

/** What the hooks of a file run. */
export function describeHooks(hooks: unknown): string[] {
  return named(hookCommands(hooks), (hook) => `runs ${hook}`, 'hooks', MAX_NAMED_TO_RUN);
}

export function describeServers(file: Record<string, unknown>): string[] {
  const { mcpServers, ...rest } = file;
  const servers = Object.entries(entriesOf(mcpServers));
  return [
    ...named(
      servers,
      ([name, server]) => `starts the MCP server ${shown(name)} (${shownCommand(serverTarget(server))})${serverExtras(server)}`,
      'MCP servers',
      MAX_NAMED_TO_RUN,
    ),
    ...named(Object.keys(rest), (key) => `sets ${shown(key)}`, 'further settings'),
  ];
}

function serverTarget(server: unknown): string {
  const { command, args, url } = entriesOf(server);
  if (typeof url === 'string') return url;
  return [command, ...listOf(args)].map(String).join(' ');
}

/** What a server gets besides its command or address: it may include variables of this machine. */
function serverExtras(server: unknown): string {
  const { env, headers, headersHelper, oauth } = entriesOf(server);
  const helper = headersHelper === undefined ? '' : `, and runs ${shownCommand(headersHelper)} for its headers`;
  const parts = [
    ['the variables', env, '='],
    ['the headers', headers, ': '],
    ['the sign-in', oauth, ': '],
  ] as const;
  const extras = parts
    .flatMap(([what, given, sign]) => {
      const pairs = Object.entries(entriesOf(given)).map(([name, value]) => `${shown(name)}${sign}${shownValue(name, value)}`);
      const more = pairs.length > MAX_NAMED ? ` and ${pairs.length - MAX_NAMED} more` : '';
      return pairs.length === 0 ? [] : [` with ${what} ${pairs.slice(0, MAX_NAMED).join(', ')}${more}`];
    })
    .join('');
  return `${extras}${helper}`;
}

/** A secret isn't shown on a screen; that a variable of this machine is inserted (`${NAME}`) matters most, and is shown. */
function shownValue(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const isSecret = SECRET_NAME.test(name) || SECRET_VALUE.test(text);
  return isSecret && text !== '' && !text.includes('${') ? '••••' : shown(value);
}

/** Hooks are lists of groups of commands under event names. */
function hookCommands(hooks: unknown): string[] {
  return Object.entries(entriesOf(hooks)).flatMap(([event, groups]) => {
    const inner = listOf(groups).flatMap((group) => listOf(entriesOf(group)['hooks']));
    if (inner.length === 0) return [`something at ${shown(event)}`];
    return inner.map((hook) => {
      const { command, args, url, server, tool, prompt, allowedEnvVars } = entriesOf(hook);
      const mcpTool = typeof server === 'string' && typeof tool === 'string' ? `${server} › ${tool}` : undefined;
      const line = command === undefined ? undefined : [command, ...listOf(args)].map(String).join(' ');
      const variables = stringsOf(allowedEnvVars);
      const sent = variables.length === 0 ? '' : ` with your variables ${variables.join(', ')}`;
      return `${shownCommand(line ?? url ?? mcpTool ?? prompt ?? 'something')} at ${shown(event)}${sent}`;
    });
  });
}

export function named<T>(items: readonly T[], sentence: (item: T) => string, noun: string, max = MAX_NAMED): string[] {
  const lines = items.slice(0, max).map(sentence);
  return items.length > max ? [...lines, `and ${items.length - max} more ${noun}`] : lines;
}

function stringsOf(value: unknown): string[] {
  return listOf(value)
    .filter((item) => typeof item === 'string')
    .map(shown);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function visibleText(value: unknown): string {
  return printableLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
}

/** The end of a long command is shown too: that is where something could be appended. */
export function shownCommand(value: unknown): string {
  const visible = visibleText(value);
  if (visible.length <= MAX_COMMAND) return visible;
  const half = MAX_COMMAND / 2;
  return `${visible.slice(0, half).toWellFormed()}… (${visible.length - MAX_COMMAND} more characters) …${visible.slice(-half).toWellFormed()}`;
}

export function shown(value: unknown): string {
  const visible = visibleText(value);
  return visible.length > MAX_TEXT ? `${visible.slice(0, MAX_TEXT)}… (${visible.length - MAX_TEXT} more characters)` : visible;
}
