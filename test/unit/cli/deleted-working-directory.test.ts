import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CliFixture, cliProgram } from './run-cli.ts';

const IN_DELETED_FOLDER = 'cd "$1" && rmdir "$1" && shift && exec "$@"';

it.each([['run', '--project', '.', '--prompt', 'go'], ['explain', '--project', '.'], ['serve', '--project', '.'], ['audit']])(
  'reports that its working directory was deleted: %s',
  async (...args) => {
    using cli = new CliFixture();
    const gone = join(cli.root, 'gone');
    mkdirSync(gone);
    const program = [process.execPath, await cliProgram(), ...args];
    const env = { PATH: process.env['PATH'], HOME: cli.root, GATEHOUSE_HOME: join(cli.root, 'state') };
    const started = promisify(execFile)('bash', ['-c', IN_DELETED_FOLDER, 'bash', gone, ...program], { env });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: The current folder no longer exists. Change to one that does (cd) and run the command again.\n',
    });
  },
);
