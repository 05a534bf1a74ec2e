import { dirname, join } from 'node:path';
import type { ParsedSkill, SkillOrigin } from '../skills/skill-definition-file.ts';
import { fillIn } from './plugin-variables.ts';
import type { ActivePlugin, PluginContent } from './loaded-plugins.ts';

/** The skills and commands of a plugin, as files. */
export function pluginSkillOrigins({ root, parts }: Pick<PluginContent, 'root' | 'parts'>): SkillOrigin[] {
  return parts.skills.map(({ kind, name, path }) => {
    const file = join(root, path);
    return { kind, name, source: 'plugin', file, folder: dirname(file), base: root };
  });
}

/** The skill as it is called, `plugin:skill`, with the plugin's variables filled in. */
export function skillOfPlugin(parsed: ParsedSkill, { name, variables }: ActivePlugin): ParsedSkill {
  if ('skipped' in parsed) return parsed;
  const { definition, warnings } = parsed;
  const filled = (text: string): string => fillIn(text, variables, 'model');
  return {
    definition: {
      ...definition,
      name: `${name}:${definition.name}`,
      allowedTools: definition.allowedTools.map(filled),
      disallowedTools: definition.disallowedTools.map(filled),
      body: filled(definition.body),
    },
    warnings,
  };
}
