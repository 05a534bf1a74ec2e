import type { FileText } from '#main/tool/read-bounded.ts';
import { readPluginFile } from './plugin-files.ts';
import { MAX_AGENT_BYTES } from '../agents/agent-files.ts';
import { MAX_SKILL_BYTES } from '../skills/skill-files.ts';
import { describeAgent, describeHooks, describeServers, describeSkill, named, shown, shownCommand } from '../untrusted-items.ts';
import { isRecord } from '#shared/is-record.ts';
import type { PluginContent } from './loaded-plugins.ts';

const MAX_EACH = 200;

/** What a plugin would do, one line each: what it runs first. The person reads this before it is switched on. */
export function describePlugin({ root, files, parts, manifest }: PluginContent): string[] {
  const text = (path: string, max: number): readonly [string, FileText] => [path, readPluginFile(root, path, max)];
  const servers = parts.servers.flatMap(({ path, value }) =>
    describeServers({ mcpServers: value }).map((line) => `${shown(path)}: ${line}`),
  );
  const languages = parts.languageServers.flatMap(({ path, value }) =>
    Object.entries(value).map(
      ([name, server]) => `${shown(path)}: starts the language server ${shown(name)} (${commandOf(server)}) in folders you trust`,
    ),
  );
  const skills = parts.skills.map(({ path }) => describeSkill(text(path, MAX_SKILL_BYTES)));
  const secrets = Object.entries(manifest.userConfig ?? {}).map(
    ([key, { sensitive }]) => `gives its programs your value for ${shown(key)}${sensitive === true ? ', a secret' : ''}`,
  );
  return [
    ...parts.hooks.flatMap(({ path, value }) => describeHooks(value).map((line) => `${shown(path)}: ${line}`)),
    ...servers,
    ...languages,
    ...named(secrets, (line) => line, 'options', MAX_EACH),
    ...named(
      skills.toSorted((a, b) => Number(b.widens) - Number(a.widens)),
      ({ line }) => line,
      'skills',
      MAX_EACH,
    ),
    ...named(parts.agents, (path) => describeAgent(text(path, MAX_AGENT_BYTES), 'plugin').line, 'agents', MAX_EACH),
    ...named(parts.styles, (path) => `${shown(path)}: adds an output style, which you can choose`, 'output styles', MAX_EACH),
    ...otherFiles(
      files.map(({ path }) => path),
      parts,
    ),
  ];
}

/** Files that its programs may run and the model may read. */
function otherFiles(
  paths: readonly string[],
  { hooks, servers, languageServers, skills, agents, styles }: PluginContent['parts'],
): string[] {
  const described = new Set([...[...hooks, ...servers, ...languageServers, ...skills].map(({ path }) => path), ...agents, ...styles]);
  const others = paths.filter((path) => !described.has(path) && !path.startsWith('.claude-plugin/'));
  if (others.length === 0) return [];
  const [scripts, texts] = [others.filter((path) => !TEXT.test(path)), others.filter((path) => TEXT.test(path))];
  return [
    ...named(scripts, (path) => `${shown(path)}: can be run by what is listed above`, 'files', MAX_EACH),
    ...(texts.length === 0 ? [] : [`${texts.length} ${texts.length === 1 ? 'text' : 'texts'} that its skills may refer to`]),
  ];
}

const TEXT = /(?:\.(?:md|mdx|txt|rst|adoc)|(?:^|\/)(?:LICENSE|NOTICE|CHANGELOG|\.gitignore))$/iu;

function commandOf(server: unknown): string {
  const { command, args }: Readonly<Record<string, unknown>> = isRecord(server) ? server : {};
  const more: readonly unknown[] = Array.isArray(args) ? args : [];
  return shownCommand([command, ...more].map(String).join(' '));
}
