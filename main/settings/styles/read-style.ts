import { dirname, join, resolve } from 'node:path';
import type { SettingsProblem } from '../loaded-settings.ts';
import type { RepositorySupplies } from '../repository-supplies.ts';
import type { ActivePlugin } from '../plugins/loaded-plugins.ts';
import type { SettingsPaths } from '../settings-paths.ts';
import { isStyleName, outsideStyles, parseStyle, readStyleFile, styleFiles, type OutputStyle } from './style-files.ts';

interface StyleSources {
  /** The setting. */
  readonly wanted: string | undefined;
  /** The file that it comes from. */
  readonly setIn: string;
  readonly projectDir: string;
  readonly paths: Pick<SettingsPaths, 'managedDir' | 'user'>;
  readonly supplies: RepositorySupplies;
  readonly trusted: boolean;
  readonly plugins: readonly ActivePlugin[];
}

const DEFAULT = 'default';

/**
 * The output style that the settings choose: the administrator's of that name, else the user's, else the project's if its folder is
 * trusted, or a plugin's. `paths` are the folders that were searched.
 */
export function readStyle({ wanted, setIn, projectDir, paths, supplies, trusted, plugins }: StyleSources): {
  readonly style: OutputStyle | undefined;
  readonly problems: readonly SettingsProblem[];
  readonly paths: readonly string[];
} {
  const refused = outsideStyles(projectDir, dirname(paths.user)).map((file) => ({
    file,
    message: 'This output style is ignored. It is a link that leads out of the repository.',
  }));
  if (wanted === undefined || wanted.toLowerCase() === DEFAULT) return { style: undefined, problems: refused, paths: [] };
  const folders = [
    ...(paths.managedDir === null ? [] : [join(paths.managedDir, '.claude', 'output-styles')]),
    join(dirname(paths.user), 'output-styles'),
  ];
  const own = folders.flatMap((folder) => styleFiles(folder)).map((file) => [file, readStyleFile(file)] as const);
  const project = trusted ? [...supplies].filter(([name]) => isStyleName(name)) : [];
  const files = [...own, ...project.map(([name, content]) => [resolve(projectDir, name), content] as const)].flatMap(([file, content]) =>
    content.kind === 'text' ? (parseStyle(file, content.text) ?? []) : [],
  );
  const styles = [...files, ...plugins.flatMap(stylesOfPlugin)];
  const style = styles.find(({ name }) => name === wanted) ?? styles.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const names = styles.map(({ name }) => name);
  const problem = `There is no output style “${wanted}”; answers keep their usual style. ${names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`}`;
  return {
    style,
    problems: style ? refused : [...refused, { file: setIn, message: problem }],
    paths: [...folders, ...own.map(([file]) => file)],
  };
}

/** Named after their plugin: `plugin:style`. */
function stylesOfPlugin({ name, root, parts }: ActivePlugin): OutputStyle[] {
  return parts.styles
    .map((path) => join(root, path))
    .flatMap((file) => {
      const content = readStyleFile(file);
      const style = content.kind === 'text' ? parseStyle(file, content.text) : undefined;
      return style ? [{ ...style, name: `${name}:${style.name}` }] : [];
    });
}
