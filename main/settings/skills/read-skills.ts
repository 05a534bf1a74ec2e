import { dirname, join } from 'node:path';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import type { SettingsProblem } from '../loaded-settings.ts';
import { realPath } from '../real-path.ts';
import type { RepositorySupplies } from '../repository-supplies.ts';
import { supplyName } from '../files/supply-name.ts';
import { pluginSkillOrigins, skillOfPlugin } from '../plugins/plugin-skills.ts';
import type { ActivePlugin } from '../plugins/loaded-plugins.ts';
import type { SettingsPaths } from '../settings-paths.ts';
import { parseSkillFile, type ParsedSkill, type SkillOrigin } from './skill-definition-file.ts';
import { findSkills, MAX_SKILL_BYTES, repositorySkillFolders, type FoundSkills } from './skill-files.ts';

export interface SkillSources {
  readonly projectDir: string;
  readonly paths: Pick<SettingsPaths, 'managedDir' | 'user'>;
  /** What trust was checked against. */
  readonly supplies: RepositorySupplies;
  readonly trusted: boolean;
  readonly plugins: readonly ActivePlugin[];
}

export interface ReadSkills {
  readonly definitions: readonly SkillDefinition[];
  readonly paths: readonly string[];
  readonly problems: readonly SettingsProblem[];
}

/**
 * The skills and commands that files define. Of several with one name, the administrator's comes first, then the user's, then the project's
 * (nearest folder first), then those of plugins, which have the plugin's name before them; of one place, a skill comes before a command. A file that can't be used is reported with the reason and ignored.
 */
export function readSkills({ projectDir, paths, supplies, trusted, plugins }: SkillSources): ReadSkills {
  const { managedDir, user } = paths;
  const userDir = dirname(user);
  const own: [FoundSkills, (file: string) => FileText][] = [
    ...(managedDir === null ? [] : [{ path: join(managedDir, '.claude'), source: 'managed' as const, within: undefined }]),
    { path: userDir, source: 'user' as const, within: undefined },
  ].map((folder) => [findSkills(folder), (file) => readBounded(file, MAX_SKILL_BYTES)]);
  const repository: [FoundSkills, (file: string) => FileText][] = repositorySkillFolders(realPath(projectDir), userDir).map((folder) => [
    findSkills(folder),
    (file) => supplies.get(supplyName(projectDir, file)) ?? { kind: 'missing' },
  ]);
  const all = [...own, ...repository];
  const byName = new Map<string, SkillDefinition>();
  const problems: SettingsProblem[] = [];
  // For an untrusted repository, the list of what it supplies shows its skills instead.
  for (const [{ files, refused }, read] of trusted ? all : own) {
    problems.push(...refused.map(({ file, why }) => ({ file, message: `This skill is ignored. ${why}` })));
    for (const origin of files) addTo(byName, parse(origin, read(origin.file)), origin, problems);
  }
  for (const plugin of plugins) {
    for (const origin of pluginSkillOrigins(plugin)) {
      const parsed = parse(origin, readBounded(origin.file, MAX_SKILL_BYTES));
      addTo(byName, parsed && skillOfPlugin(parsed, plugin), origin, problems);
    }
  }
  return {
    definitions: [...byName.values()],
    paths: [...new Set(all.flatMap(([{ files, folders }]) => [...folders, ...files.map(({ file }) => file)]))],
    problems,
  };
}

function parse(origin: SkillOrigin, content: FileText): ParsedSkill | undefined {
  if (content.kind === 'missing') return undefined;
  return content.kind === 'text' ? parseSkillFile(content.text, origin) : { skipped: content.reason };
}

function addTo(
  byName: Map<string, SkillDefinition>,
  parsed: ParsedSkill | undefined,
  { file, kind }: SkillOrigin,
  problems: SettingsProblem[],
): void {
  if (!parsed) return;
  if ('skipped' in parsed) {
    problems.push({ file, message: `This ${kind} is ignored. ${parsed.skipped}` });
    return;
  }
  const { definition, warnings } = parsed;
  problems.push(...warnings.map((message) => ({ file, message, partly: true as const })));
  const first = byName.get(definition.name);
  if (!first) byName.set(definition.name, definition);
  else problems.push({ file, message: `This ${kind} is ignored. ${first.file} has the same name.` });
}
