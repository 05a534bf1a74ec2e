import type { MarketplaceRow, PluginList, PluginRow, PluginStateName } from '#shared/contract/commands/plugin-commands.ts';

const STATES: Readonly<Record<PluginStateName, string>> = {
  on: 'on',
  off: 'off',
  absent: 'not installed',
  unaccepted: 'to be accepted',
  blocked: 'not allowed',
  broken: 'not usable',
};

const BY: Readonly<Record<MarketplaceRow['by'], string>> = {
  added: 'you added it',
  claude: 'you added it in Claude Code',
  policy: 'your administrator',
  cli: 'the command line',
  local: 'your settings for this project',
  project: 'this project’s shared settings',
  user: 'your settings for all projects',
  plugin: 'a plugin',
  session: 'this session',
};

const SHOWN_DIGEST = 16;

/** All plugins and marketplaces as text. */
export function describePlugins(list: PluginList): string {
  const none = list.plugins.length === 0 ? ['No plugin is installed, and no settings name one.\n'] : [];
  return [
    ...none,
    ...list.plugins.map((row) => describePluginRow(row, row.state === 'unaccepted' ? 'whole' : 'short')),
    describeMarketplaces(list),
  ].join('\n');
}

/** One plugin; `whole`: with everything it does. */
export function describePluginRow(row: PluginRow, how: 'short' | 'whole'): string {
  const { id, state, why, version, newVersion, from, commit, items, added, gone, accepted, changedFiles, notes, digest } = row;
  const marked = (item: string): string => `${accepted && added.includes(item) ? '  + ' : '    '}${item}`;
  const lines = [
    `${id}${version === '' ? '' : ` ${version}`}: ${STATES[state]}${why === '' ? '' : `. ${why}`}`,
    ...(from === '' ? [] : [`  from ${from}${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}`]),
    ...(newVersion === null ? [] : [`  ${newVersion} is listed: gatehouse plugin update ${id}`]),
    ...(how === 'short'
      ? []
      : items.length === 0
        ? ['  It does nothing.']
        : ['  It would:', ...items.map(marked), ...gone.map((item) => `  - ${item}`)]),
    ...(how === 'short' ? [] : changedFiles.map((file) => `  changed: ${file}`)),
    ...notes.map((note) => `  ${note}`),
    ...(state === 'unaccepted' && digest !== null
      ? [`  To accept this and turn it on: gatehouse plugin enable ${id} --accept ${digest.slice(0, SHOWN_DIGEST)}`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The marketplaces, and what they offer. */
export function describeMarketplaces({ marketplaces, available }: PluginList): string {
  if (marketplaces.length === 0) return 'No marketplace is known. Add one: gatehouse plugin marketplace add OWNER/REPOSITORY\n';
  const lines = marketplaces.flatMap(({ name, from, by, plugins, problems }) => [
    `Marketplace ${name} (${from}; ${BY[by]})${plugins === null ? `: not read yet: gatehouse plugin marketplace update ${name}` : ''}`,
    ...problems.map((problem) => `  ${problem}`),
    ...available
      .filter(({ id }) => id.endsWith(`@${name}`))
      .map(({ id, description }) => `  ${id}${description === '' ? '' : `: ${description}`}`),
  ]);
  return `${lines.join('\n')}\n`;
}
