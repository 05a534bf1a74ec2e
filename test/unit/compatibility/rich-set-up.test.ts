import { Writable } from 'node:stream';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor } from '#main/cli/doctor.ts';
import { readMemory } from '#main/settings/memory/read-memory.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { setUpSchema, type SetUpItem } from '#shared/compatibility/set-up.ts';
import { parseJson } from '#shared/json-limits.ts';
import { RICH_SET_UP } from '#test/support/set-ups/rich-set-up.ts';
import { tempProject, type TempProject } from '../settings/temp-project.ts';

function richProject(): TempProject {
  const temp = tempProject();
  for (const [path, content] of Object.entries(RICH_SET_UP)) temp.write(path, content);
  return temp;
}

function doctorOn(temp: TempProject): { readonly code: number; readonly items: readonly SetUpItem[] } {
  let text = '';
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const args = ['--project', temp.projectDir, '--home', temp.homeDir, '--json'];
  const code = doctor(args, { stdout, env: { GATEHOUSE_HOME: temp.stateDir } });
  return { code, items: setUpSchema.parse(parseJson(text)).items };
}

const named = (items: readonly SetUpItem[], state: SetUpItem['state'], temp: TempProject): string[] =>
  items
    .filter((item) => item.state === state)
    .map(({ kind, name }) => `${kind} ${name.replace(`${temp.root}/`, '')}`)
    .toSorted();

describe('a rich set-up', () => {
  it('opens without a mistake, and says of each part that doesn’t fully work why', async () => {
    const temp = richProject();
    await new TrustStore(temp).trust(temp.projectDir);
    const { code, items } = doctorOn(temp);
    expect(code).toBe(0);
    expect(items.filter(({ state, why }) => state !== 'works' && !why.endsWith('.'))).toEqual([]);
    expect(named(items, 'broken', temp)).toEqual([]);
    expect(named(items, 'unguarded', temp)).toEqual([]);
    expect(named(items, 'none', temp)).toEqual([
      'setting alwaysThinkingEnabled',
      'setting attribution',
      'setting enabledMcpjsonServers',
      'setting includeCoAuthoredBy',
      'setting spinnerTipsEnabled',
    ]);
    expect(named(items, 'waiting', temp)).toEqual(['instructions home/notes/deploy.md']);
  });

  it('has no file that is passed over without a line', async () => {
    const temp = richProject();
    await new TrustStore(temp).trust(temp.projectDir);
    const listed = new Set(doctorOn(temp).items.flatMap(({ file }) => file ?? []));
    const silent = Object.keys(RICH_SET_UP).filter((path) => !listed.has(join(temp.root, path)));
    // Files that others name, and those that count once they are allowed, chosen or touched.
    expect(silent.toSorted()).toEqual([
      'home/.claude/agent-memory/explainer/MEMORY.md',
      'home/.claude/output-styles/terse.md',
      'home/notes/deploy.md',
      'project/.claude/hooks/format.mjs',
      'project/.claude/hooks/protect.sh',
      'project/.claude/skills/migration/template.sql',
      'project/packages/api/CLAUDE.md',
    ]);
  });

  it('brings nothing of the repository into effect before it is trusted, except what restricts', () => {
    const temp = richProject();
    const { items } = doctorOn(temp);
    const ours = items.filter(({ source, state, kind }) => source === 'project' && state === 'works' && kind !== 'file');
    expect(ours.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'rule Bash(git push:*)',
      'rule Edit(./migrations/**)',
      'rule Read(./secrets/**)',
      'setting permissions.ask',
      'setting permissions.deny',
    ]);
    const settings = loadSettings(temp);
    expect(settings.skills.filter(({ source }) => source === 'project')).toEqual([]);
    expect(settings.hooks.entries.filter(({ fromRepository }) => fromRepository)).toEqual([]);
    expect(readMemory(settings.memoryFolder ?? '')).toMatchObject({ notes: { text: '' } });
  });
});
