import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { plugin } from '#main/cli/plugin.ts';
import { writeMarketplace } from '../plugins/sample-marketplace.ts';
import { tempProject } from '../settings/temp-project.ts';

test('a plugin is installed, read, accepted, switched off and removed on the command line', async () => {
  const temp = tempProject();
  const run = async (...args: string[]): Promise<{ readonly code: number; readonly text: string }> => {
    let text = '';
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    const places = ['--project', temp.projectDir, '--home', temp.homeDir];
    const code = await plugin([...args, ...places], { stdout, env: { ...process.env, GATEHOUSE_HOME: temp.stateDir } });
    return { code, text: text.replaceAll(temp.root, '…') };
  };
  expect((await run()).text).toMatchInlineSnapshot(`
    "No plugin is installed, and no settings name one.

    No marketplace is known. Add one: gatehouse plugin marketplace add OWNER/REPOSITORY
    "
  `);
  expect((await run('marketplace', 'add', writeMarketplace(temp))).text).toMatchInlineSnapshot(`
    "Marketplace garden (…/market; you added it)
      release-notes@garden: Writes release notes
      watering@garden: Reminds you
    "
  `);
  const installed = await run('install', 'watering@garden');
  expect(installed.text.replace(/--accept \w+/u, '--accept …')).toMatchInlineSnapshot(`
    "watering@garden: to be accepted. You haven’t accepted yet what it does.
      from …/market
      It would:
        SKILL.md: adds a skill for: Waters the plants.
      To accept this and turn it on: gatehouse plugin enable watering@garden --accept …
    "
  `);
  const unaccepted = await run('enable', 'watering@garden');
  expect(unaccepted).toEqual({ code: 1, text: installed.text });
  const [, digest = ''] = /--accept (\w+)/u.exec(installed.text) ?? [];

  await expect(run('enable', 'watering@garden', '--accept', '0'.repeat(16))).rejects.toThrow('it has changed');
  await expect(run('enable', 'watering@garden', '--accept', digest.slice(0, 6))).rejects.toThrow('at least 12 characters');
  expect(await run('enable', 'watering@garden', '--accept', digest)).toEqual({ code: 0, text: 'watering@garden is on.\n' });
  expect((await run('list')).text).toContain('watering@garden: on\n');
  expect((await run('disable', 'watering@garden')).text).toBe('watering@garden is off.\n');
  expect((await run('remove', 'watering@garden')).text).toBe('watering@garden is removed.\n');

  await expect(run('enable', 'watering@garden')).rejects.toThrow('isn’t installed');
  await expect(run('install', 'nothing@garden')).rejects.toThrow('has no plugin “nothing”');
  await expect(run('install', 'a@elsewhere')).rejects.toThrow('No marketplace “elsewhere” is known');
  await expect(run('install')).rejects.toThrow('plugin install needs a name: NAME@MARKETPLACE.');
  await expect(run('install', 'a@garden', 'b')).rejects.toThrow('plugin install takes no “b”.');
  await expect(run('marketplace', 'add', 'market')).rejects.toThrow('“market” isn’t a marketplace. Give OWNER/REPOSITORY');
  await expect(run('marketplace', 'add', './none')).rejects.toThrow(`There is no folder ${temp.projectDir}/none.`);
  await expect(run('frobnicate')).rejects.toThrow('There is no command “plugin frobnicate”.');
});
