import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSigningEnvironment } from '../../../scripts/lib/signing-environment.mjs';

const KEY = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----';

it('leaves out the variables for signing that are empty, and no others', async () => {
  const env = { CSC_LINK: '', CSC_KEY_PASSWORD: '', WIN_CSC_LINK: '', APPLE_API_KEY: '', APPLE_API_KEY_ID: 'ID', PATH: '/bin', EMPTY: '' };
  expect(await withSigningEnvironment(env, (given) => Promise.resolve(given))).toEqual({ APPLE_API_KEY_ID: 'ID', PATH: '/bin', EMPTY: '' });
});

it('gives the key for notarisation as a file that only the user can read, while it runs', async () => {
  const file = await withSigningEnvironment({ APPLE_API_KEY: `${KEY}\n\n` }, ({ APPLE_API_KEY: path = '' }) => {
    expect(readFileSync(path, 'utf8')).toBe(`${KEY}\n`);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    return Promise.resolve(path);
  });
  expect(existsSync(file)).toBe(false);
});

it('removes that file also when what it ran for failed', async () => {
  let file = '';
  const failing = withSigningEnvironment({ APPLE_API_KEY: KEY }, ({ APPLE_API_KEY: path = '' }) => {
    file = path;
    return Promise.reject(new Error('not signed'));
  });
  await expect(failing).rejects.toThrow('not signed');
  expect([file === '', existsSync(file)]).toEqual([false, false]);
});

it('passes a path as it is', async () => {
  const env = { APPLE_API_KEY: '/keys/notary.p8' };
  expect(await withSigningEnvironment(env, (given) => Promise.resolve(given))).toEqual(env);
});
