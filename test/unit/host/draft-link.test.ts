import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { z } from 'zod';
import { readDraftLink } from '#main/host/electron/draft-link.ts';
import { openedBy } from '#main/host/electron/opened-by.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { seamRow } from '../../conformance/seams/seam-rows.ts';

describe('a link to the app', () => {
  it('gives its text, with hidden characters made visible', () => {
    expect(readDraftLink('gatehouse://draft?text=Fix%20the%20%E2%80%AEtests%0Aplease')).toEqual({ text: 'Fix the \\u{202e}tests\nplease' });
    expect(readDraftLink('gatehouse://draft/?text=x&folder=%2Fetc')).toEqual({ text: 'x' });
  });

  it('mcp-013: can’t name anything that starts, by any scheme', () => {
    const { url } = z.object({ url: z.string() }).parse(seamRow('mcp-013').input);
    const asOurs = url.replace(/^\w+:/u, 'gatehouse:');
    expect(asOurs).not.toBe(url);
    for (const link of [url, asOurs, `${asOurs}&text=x`]) expect(readDraftLink(link), link).toBeUndefined();
  });

  it.each([
    '',
    'gatehouse:',
    'gatehouse://draft',
    'gatehouse://draft?text=',
    'gatehouse://draft?text=%20%0A',
    'gatehouse://draft.example?text=x',
    'gatehouse://draft/run?text=x',
    'gatehouse:draft?text=x',
    'gatehouse:///draft?text=x',
    'https://draft?text=x',
    'file://draft?text=x',
    `gatehouse://draft?text=${'x'.repeat(20_001)}`,
  ])('is ignored if it is %j', (link) => {
    expect(readDraftLink(link)).toBeUndefined();
  });
});

describe('a command line', () => {
  it('opens the first folder and the first draft link', () => {
    using temp = new TempProject({ 'a/file': '' });
    const dir = temp.projectDir;
    expect(openedBy(['--flag', 'missing', 'a', 'gatehouse://draft?text=x'], dir)).toEqual([
      { type: 'folder', path: join(dir, 'a') },
      { type: 'draft', text: 'x' },
    ]);
  });

  it.each(['gatehouse:x/../a', 'gatehouse://x/../../a', 'GATEHOUSE:x/../a', ' gatehouse:x/../a'])(
    'opens no folder for the link “%s”, which would lead to one as a path',
    (link) => {
      using temp = new TempProject({ 'a/file': '' });
      const dir = temp.projectDir;
      expect(openedBy([link], dir)).toEqual([]);
    },
  );
});
