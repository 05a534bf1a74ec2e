import { createHash } from 'node:crypto';
import { dirname, join, relative, resolve } from 'node:path';
import { type FileText, readBounded, readBoundedBytes } from '#main/tool/read-bounded.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { stableJson } from '#main/tool/stable-json.ts';
import { findAgentFiles, MAX_AGENT_BYTES, repositoryAgentFolders } from './agents/agent-files.ts';
import { parseFrontMatter } from './files/front-matter.ts';
import { linkStatOf, realPath, statOf } from './real-path.ts';
import { supplyName } from './files/supply-name.ts';
import { findSkills, isSkillName, MAX_SKILL_BYTES, repositorySkillFolders } from './skills/skill-files.ts';
import { findGitFolder, isTracked } from './git-folder.ts';
import { isStyleName, readStyleFile, repositoryStyleFolders, styleFiles } from './styles/style-files.ts';
import { isWorkflowName, readWorkflowFile, repositoryWorkflowFolders, workflowFiles } from './workflows/workflow-files.ts';
import { parseSettingsDocument } from './settings-document.ts';

/** Maximum bytes of one repository's scripts that are read; further files are identified by their times and size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Identifies the content of scripts by hashes. The content isn't kept: a repository may have many, and large ones. */
class ScriptFingerprints {
  #left = MAX_BYTES;

  /** A hash of the content; for a script that is too large its times and size, so that writing to it is noticed too. */
  of(path: string): FileText {
    const read = readBoundedBytes(path, this.#left);
    if (read.kind === 'bytes') {
      this.#left -= read.bytes.length;
      return { kind: 'text', text: createHash('sha256').update(read.bytes).digest('hex') };
    }
    if (read.kind === 'missing' || read.tooLarge !== true) return read;
    const stat = statOf(path);
    return stat ? { kind: 'text', text: [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ') } : { kind: 'missing' };
  }
}

export const MAX_SETTINGS_BYTES = 2 * 1024 * 1024;

/**
 * Everything in a repository that could take effect once its folder is trusted: file name relative to the folder → content; nearer folders
 * first. For a script that they run, a fingerprint instead of the content.
 */
export type RepositorySupplies = ReadonlyMap<string, FileText>;

export const PROJECT_SETTINGS = '.claude/settings.json';
export const LOCAL_SETTINGS = '.claude/settings.local.json';
export const PROJECT_SERVERS = '.mcp.json';

export function readSupplies(projectDir: string, userSettingsFile: string): RepositorySupplies {
  const names = [PROJECT_SERVERS];
  if (!isUsersOwn(projectDir, userSettingsFile)) names.push(PROJECT_SETTINGS);
  if (localSettingsFromRepository(projectDir)) names.push(LOCAL_SETTINGS);
  const supplies = new Map<string, FileText>();
  for (const name of names) {
    const read = readBounded(join(projectDir, name), MAX_SETTINGS_BYTES);
    if (read.kind !== 'missing') supplies.set(name, read);
  }
  const scripts = new ScriptFingerprints();
  for (const name of [...supplies.values()].flatMap((read) => (read.kind === 'text' ? namedScripts(read.text, projectDir) : []))) {
    if (!supplies.has(name)) supplies.set(name, scripts.of(join(projectDir, name)));
  }
  for (const folder of repositoryAgentFolders(projectDir, dirname(userSettingsFile))) {
    for (const file of findAgentFiles(folder).files) {
      const name = supplyName(projectDir, file);
      if (!supplies.has(name)) supplies.set(name, readBounded(file, MAX_AGENT_BYTES));
    }
  }
  for (const folder of repositorySkillFolders(realPath(projectDir), dirname(userSettingsFile))) {
    for (const { file } of findSkills(folder).files) {
      const name = supplyName(projectDir, file);
      if (!supplies.has(name)) supplies.set(name, readBounded(file, MAX_SKILL_BYTES));
    }
  }
  for (const name of [...supplies].flatMap(([file, read]) => (isSettingsName(file) ? [] : definitionScripts(read, projectDir)))) {
    if (!supplies.has(name)) supplies.set(name, scripts.of(join(projectDir, name)));
  }
  const root = realPath(findGitFolder(projectDir)?.root ?? projectDir);
  for (const folder of repositoryStyleFolders(realPath(projectDir), dirname(userSettingsFile))) {
    for (const file of styleFiles(folder, root)) supplies.set(supplyName(projectDir, file), readStyleFile(file));
  }
  for (const folder of repositoryWorkflowFolders(realPath(projectDir), dirname(userSettingsFile))) {
    for (const file of workflowFiles(folder, root)) supplies.set(supplyName(projectDir, file), readWorkflowFile(file));
  }
  return supplies;
}

/** For a session started in the home folder: its `.claude/settings.json` is the user's file, not a repository's. */
export function isUsersOwn(projectDir: string, userSettingsFile: string): boolean {
  return realPath(join(projectDir, PROJECT_SETTINGS)) === realPath(userSettingsFile);
}

/**
 * `settings.local.json` is the user's own file, unless git tracks it or `.claude` is a link or a repository of its own: then it comes from
 * the author of the repository.
 */
export function localSettingsFromRepository(projectDir: string): boolean {
  const folder = join(projectDir, '.claude');
  const stat = linkStatOf(folder);
  if (!stat) return false;
  if (stat.isSymbolicLink() || linkStatOf(join(folder, '.git'))) return true;
  const file = join(projectDir, LOCAL_SETTINGS);
  if (!linkStatOf(file)) return false;
  const git = findGitFolder(projectDir);
  return git !== null && isTracked(git, file);
}

/** Binds trust to content. What only tightens (deny and ask rules) may change freely, as may the order of keys and spacing. */
export function digestSupplies(supplies: RepositorySupplies): string {
  const effective = [...supplies]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [name, effectivePart(name, content)] as const)
    .filter(([, part]) => part !== undefined);
  return createHash('sha256').update(stableJson(effective)).digest('hex');
}

export const NOTHING_SUPPLIED = digestSupplies(new Map());

/** Whether a name is that of an agent type (`.claude/agents/**.md`), in the project's own folder or one above it. */
export function isAgentName(name: string): boolean {
  return /(?:^|\/)\.claude\/agents\/.+\.md$/u.test(name);
}

/** Whether a name is that of a script that a hook, an MCP server or the status bar runs. */
export function isScriptName(name: string): boolean {
  return !isSettingsName(name) && !isAgentName(name) && !isSkillName(name) && !isStyleName(name) && !isWorkflowName(name);
}

/** Whether a name is that of a settings file; the others are agents, skills, commands, output styles, workflows, and scripts. */
export function isSettingsName(name: string): boolean {
  return [PROJECT_SERVERS, PROJECT_SETTINGS, LOCAL_SETTINGS].includes(name);
}

function effectivePart(name: string, content: FileText): unknown {
  if (content.kind !== 'text' || !isSettingsName(name)) return content;
  const parsed = parseSettingsDocument(content.text);
  if ('broken' in parsed) return content;
  const { $schema: _schema, permissions, ...rest } = parsed.document.value;
  const value = name === PROJECT_SERVERS ? parsed.document.value : { ...rest, ...loosening(permissions) };
  return Object.keys(value).length === 0 ? undefined : value;
}

function loosening(permissions: unknown): { permissions?: unknown } {
  if (typeof permissions !== 'object' || permissions === null || Array.isArray(permissions))
    return permissions === undefined ? {} : { permissions };
  const kept = Object.entries(permissions).filter(
    ([key, value]) => !['deny', 'ask'].includes(key) && !(Array.isArray(value) && value.length === 0),
  );
  return kept.length === 0 ? {} : { permissions: Object.fromEntries(kept) };
}

/** More than any project has; further names are ignored. */
const MAX_SCRIPTS = 100;
/** An event, its groups, their hooks, and some spare levels. */
const MAX_DEPTH = 10;
const PROJECT_DIR = /\$\{CLAUDE_PROJECT_DIR(?::-[^}]*)?\}|\$CLAUDE_PROJECT_DIR(?!\w)/gu;

/**
 * Files of the project that its hooks, MCP servers (with `headersHelper`) and status line name on their command lines: trusting a command means
 * trusting what it runs. Only names are read; what a script itself reads or runs isn't known.
 */
export function namedScripts(settingsText: string, projectDir: string): string[] {
  const parsed = parseSettingsDocument(settingsText);
  if ('broken' in parsed) return [];
  const { hooks, mcpServers, statusLine } = parsed.document.value;
  return scriptsOf([hooks, mcpServers, statusLine], projectDir);
}

/** The same for the hooks and servers in the front matter of a skill or an agent type. */
function definitionScripts(file: FileText, projectDir: string): string[] {
  // YAML can write the key in other ways: indented, in quotes, with escapes.
  if (file.kind !== 'text' || !/hooks|mcpServers|\\/u.test(file.text)) return [];
  const parsed = parseFrontMatter(file.text);
  return 'broken' in parsed ? [] : scriptsOf([parsed.fields['hooks'], parsed.fields['mcpServers']], projectDir);
}

function scriptsOf(hooks: unknown, projectDir: string): string[] {
  const files = commandWords(hooks).flatMap((word) => {
    const path = resolve(
      projectDir,
      word.replaceAll(PROJECT_DIR, () => projectDir),
    );
    const inside = word !== '' && path !== projectDir && isInside(path, projectDir);
    return inside && linkStatOf(path)?.isDirectory() === false ? [relative(projectDir, path).replaceAll('\\', '/')] : [];
  });
  return [...new Set(files)].slice(0, MAX_SCRIPTS);
}

/** Keys of a command line. */
const COMMAND_KEYS: ReadonlySet<string> = new Set(['command', 'headersHelper']);

/** Any value called a command or its arguments, at any depth: a mistake elsewhere must not hide a hook that runs. */
function commandWords(value: unknown, key = '', depth = 0): string[] {
  if (typeof value === 'string') return COMMAND_KEYS.has(key) ? wordsOf(value) : key === 'args' ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => commandWords(entry, key, depth + 1));
  return Object.entries(value).flatMap(([name, entry]) => commandWords(entry, name, depth + 1));
}

/** The words of a command line in any quoting: as the shell joins them, and the quoted parts separately. */
function wordsOf(command: string): string[] {
  const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/gu)].map(([, double, single]) => double ?? single ?? '');
  return [...command.replaceAll(/["']/gu, '').split(/[\s;&|<>()`=]+/u), ...quoted];
}
