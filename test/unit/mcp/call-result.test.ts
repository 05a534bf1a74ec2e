import { expect, it } from 'vitest';
import { contentOf } from '#main/mcp/tools/call-result.ts';

const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
const shown = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image.data } };
const text = (body: string) => ({ type: 'text', text: body });

it.each([
  ['next to an image', [text(''), image, text(' \n'), text('a')], [shown, text('a')]],
  ['with images only', [text(''), image], [shown]],
  ['between other texts', [text('a'), text(''), text('b')], 'a\n\nb'],
  ['alone', [text('')], ''],
])('a blank text %s leaves nothing that a model API would reject', (_, content, expected) => {
  expect(contentOf({ content, structuredContent: undefined })).toEqual(expected);
});
