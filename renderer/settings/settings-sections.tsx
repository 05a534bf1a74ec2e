import type { ReactNode } from 'react';
import { AwayForm } from '../away/away-form.tsx';
import { TrustSetting } from '../projects/trust-setting.tsx';
import { useWindow } from '../store/app-store.ts';
import { AboutFacts } from './about-facts.tsx';
import { AccessForm } from './access-form.tsx';
import { APPEARANCE_TEXTS, AppearanceForm } from './appearance/appearance-form.tsx';
import { HookList } from './hooks/hook-list.tsx';
import { COMMAND_IDS } from './keys/key-changes.ts';
import { findsCommand, KeyList } from './keys/key-list.tsx';
import { matchesSearch } from '../ui/match-search.ts';
import { PluginList } from './plugins/plugin-list.tsx';
import { ServerList } from './server-list.tsx';
import { SETTING_GROUPS } from './setting-groups.ts';
import { findsSetting, SettingsForm } from './settings-form.tsx';
import { words } from './words.ts';
import { WorkingDirectories } from './working-directories.tsx';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly content: ReactNode;
  /** Headings inside. */
  readonly parts: readonly { readonly id: string; readonly title: string }[];
  /** How many settings the search finds. */
  readonly found: number;
}

/**
 * The sections with what a search finds; those without a match are left out. A section is shown whole if the search names it, or if it finds
 * the section and none of its settings.
 */
export function useSections(search: string): readonly SettingsSection[] {
  const project = useWindow((state) => state.project);
  const chosen = useWindow((state) => state.app?.preferences.keys) ?? {};
  const section = (
    id: keyof typeof words.sectionTexts,
    content: (inner: string) => ReactNode,
    count?: (search: string) => number,
    partsOf: (inner: string) => SettingsSection['parts'] = () => [],
  ): SettingsSection => {
    const { title, detail, terms } = words.sectionTexts[id];
    const isNamed = search.trim() === '' || [title, ...terms.split(' ')].some((name) => name.toLowerCase() === search.trim().toLowerCase());
    const isWhole = isNamed || (matchesSearch([title, detail, terms], search) && (!count || count(search) === 0));
    const inner = isWhole ? '' : search;
    const found = count ? count(inner) : isWhole ? 1 : 0;
    return { id, title, detail, found, content: content(inner), parts: partsOf(inner) };
  };
  const sections = [
    section(
      'appearance',
      (inner) => <AppearanceForm search={inner} label={words.sectionTexts.appearance.title} />,
      (inner) => APPEARANCE_TEXTS.filter((texts) => matchesSearch(texts, inner)).length,
    ),
    section(
      'keyboard',
      (inner) => <KeyList search={inner} />,
      (inner) => COMMAND_IDS.filter((id) => findsCommand(id, inner, chosen)).length,
    ),
    section('away', () => <AwayForm />),
    section('model', () => <AccessForm />),
    ...(project
      ? [
          section('trust', () => <TrustSetting project={project} />),
          section('directories', () => <WorkingDirectories projectDir={project.projectDir} />),
          section('servers', () => <ServerList projectDir={project.projectDir} trusted={project.trusted} />),
          section('plugins', () => <PluginList projectDir={project.projectDir} trusted={project.trusted} />),
          section('hooks', () => <HookList projectDir={project.projectDir} trusted={project.trusted} />),
          section(
            'files',
            (inner) => <SettingsForm projectDir={project.projectDir} search={inner} />,
            (inner) => groupsFor(inner).reduce((sum, { settings }) => sum + settings.length, 0),
            groupsFor,
          ),
        ]
      : []),
    section('about', () => <AboutFacts />),
  ];
  const found = sections.filter((one) => one.found > 0);
  // Who searches mostly looks for a setting: commands with the same word come after it.
  return search.trim() === '' ? found : found.toSorted((a, b) => Number(a.id === 'keyboard') - Number(b.id === 'keyboard'));
}

function groupsFor(search: string) {
  return SETTING_GROUPS.map((group) => ({ ...group, settings: group.settings.filter((setting) => findsSetting(setting, search)) })).filter(
    ({ settings }) => settings.length > 0,
  );
}
