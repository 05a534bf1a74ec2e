import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';

const filesIn = (folder: string) => readdirSync(join(appRoot, folder)).filter((name) => name.endsWith('-commands.ts'));

it('each file of commands has a file of handlers of the same name', () => {
  expect(filesIn('main/engine/commands')).toEqual(filesIn('shared/contract/commands'));
});
