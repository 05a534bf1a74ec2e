import { SET_UP_KINDS, SET_UP_STATES, type SetUp, type SetUpItem, type SetUpKind, type SetUpState } from '#shared/compatibility/set-up.ts';

const KINDS: Readonly<Record<SetUpKind, string>> = {
  file: 'file',
  setting: 'setting',
  rule: 'rule',
  plugin: 'plugin',
  hook: 'hook',
  server: 'MCP server',
  agent: 'agent',
  skill: 'skill',
  command: 'command',
  instructions: 'instructions',
  notes: 'notes',
};

const MANY: Readonly<Record<SetUpKind, string>> = {
  file: 'files',
  setting: 'settings',
  rule: 'rules',
  plugin: 'plugins',
  hook: 'hooks',
  server: 'MCP servers',
  agent: 'agents',
  skill: 'skills',
  command: 'commands',
  instructions: 'instructions',
  notes: 'notes',
};

const STATES: Readonly<Record<SetUpState, string>> = {
  broken: 'Broken',
  unguarded: 'Protects nothing here',
  none: 'No effect here',
  partly: 'Works in part',
  waiting: 'Waits for you',
  overridden: 'Overridden',
  works: 'Works',
};

/** The set-up as text, problems first. What works is only counted, unless `all`. */
export function describeSetUp({ projectDir, trusted, items, omitted }: SetUp, { all }: { readonly all: boolean }): string {
  const head = `Set-up for ${projectDir}${trusted ? '' : ' (not trusted)'}`;
  const sections = SET_UP_STATES.flatMap((state) => {
    const found = items.filter((item) => item.state === state);
    if (found.length === 0) return [];
    const title = `${STATES[state]} (${String(found.length)})`;
    if (state === 'works' && !all) return [`${title}: ${countedKinds(found)}. --all lists them.`, ''];
    return [title, ...found.flatMap(linesOf), ''];
  });
  const more = omitted === 0 ? [] : [`${String(omitted)} more are left out.`, ''];
  const none = items.length === 0 ? ['Nothing is set up.', ''] : [];
  return [head, '', ...none, ...sections, ...more].join('\n');
}

function countedKinds(items: readonly SetUpItem[]): string {
  return SET_UP_KINDS.flatMap((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : [`${String(count)} ${count === 1 ? KINDS[kind] : MANY[kind]}`];
  }).join(', ');
}

function linesOf({ kind, name, detail, why, file, line }: SetUpItem): string[] {
  const place = file === null ? 'command line' : line === null ? file : `${file}:${String(line)}`;
  const inside = detail === '' ? '' : ` (${detail})`;
  return [`  ${KINDS[kind]} ${name}${inside}`, ...(why === '' ? [] : [`    ${why}`]), ...(name === file ? [] : [`    ${place}`])];
}
