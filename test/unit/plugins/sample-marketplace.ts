import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { ProjectPlugins } from '#main/engine/plugins/project-plugins.ts';
import type { LoadSettingsOptions } from '#main/settings/load-settings.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import type { PluginRow } from '#shared/contract/commands/plugin-commands.ts';
import { listPlugins } from '#main/engine/plugins/list-plugins.ts';
import { tempProject, type TempProject } from '../settings/temp-project.ts';

export const ID = 'release-notes@garden';

/** A marketplace with one plugin that has a part of each kind, below `market/`. */
export function writeMarketplace(temp: TempProject): string {
  const at = (path: string): string => `market/plugins/release-notes/${path}`;
  temp.write('market/.claude-plugin/marketplace.json', {
    name: 'garden',
    owner: { name: 'The gardeners' },
    metadata: { pluginRoot: './plugins' },
    plugins: [
      {
        name: 'release-notes',
        source: './plugins/release-notes',
        description: 'Writes release notes',
        version: '1.2.0',
        category: 'writing',
      },
      { name: 'watering', source: 'watering', description: 'Reminds you' },
    ],
  });
  temp.write('market/plugins/watering/SKILL.md', '---\ndescription: Waters the plants.\n---\nWater them.\n');
  temp.write(at('.claude-plugin/plugin.json'), {
    name: 'release-notes',
    version: '1.2.0',
    description: 'Writes release notes from commits.',
    author: { name: 'A gardener' },
    mcpServers: {
      tags: {
        command: '${CLAUDE_PLUGIN_ROOT}/bin/tags',
        args: ['--cache', '${CLAUDE_PLUGIN_DATA}/tags.json', '--style', '${user_config.style}'],
      },
    },
    userConfig: { style: { type: 'string', title: 'Style', default: 'short' } },
    themes: './themes',
  });
  temp.write(
    at('commands/draft.md'),
    '---\ndescription: Drafts the notes.\nallowed-tools: Bash(git log:*)\n---\nSee ${CLAUDE_PLUGIN_ROOT}/style.md for $ARGUMENTS.\n',
  );
  temp.write(at('commands/check/links.md'), 'Check the links.\n');
  temp.write(at('skills/changelog/SKILL.md'), '---\nname: changelog\ndescription: Keeps the changelog.\n---\nKeep it.\n');
  temp.write(at('agents/editor.md'), '---\nname: editor\ndescription: Edits notes.\npermissionMode: acceptEdits\n---\nEdit them.\n');
  temp.write(at('output-styles/plain.md'), '---\nname: plain\n---\nWrite plainly.\n');
  temp.write(at('hooks/hooks.json'), {
    description: 'Checks notes.',
    hooks: { PostToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/scripts/check.sh"' }] }] },
  });
  temp.write(at('.lsp.json'), {
    notes: { command: 'notes-lsp', args: ['--root', '${CLAUDE_PLUGIN_ROOT}'], extensionToLanguage: { '.notes': 'notes' } },
  });
  chmodSync(temp.write(at('scripts/check.sh'), '#!/bin/sh\necho "$CLAUDE_PLUGIN_ROOT" > "$CLAUDE_PLUGIN_DATA/seen"\n'), 0o755);
  temp.write(at('style.md'), 'Short sentences.\n');
  return join(temp.root, 'market');
}

/** A project with its settings and what a person can do with plugins. */
export class PluginFixture {
  readonly temp: TempProject;
  readonly settings: SettingsStore;
  readonly plugins: ProjectPlugins;

  constructor(temp = tempProject(), more: Partial<LoadSettingsOptions> = {}) {
    this.temp = temp;
    this.settings = new SettingsStore({ ...temp, ...more });
    this.plugins = new ProjectPlugins({ ...temp, env: process.env, settings: this.settings });
  }

  row(id = ID): PluginRow {
    const row = listPlugins(this.plugins).plugins.find((one) => one.id === id);
    if (!row) throw new Error(`${id} isn’t listed`);
    return row;
  }

  /** Adds the marketplace, installs its plugin and accepts it. */
  async switchOn(id = ID): Promise<void> {
    await this.plugins.addMarketplace(writeMarketplace(this.temp));
    await this.plugins.install(id);
    await this.accept(id);
  }

  async accept(id = ID): Promise<void> {
    await this.plugins.accept(id, this.row(id).digest ?? '');
  }

  /** The folder with the installed files. */
  root(): string {
    const [active] = this.settings.reload().plugins.active;
    if (!active) throw new Error('no plugin is on');
    return active.root;
  }
}
