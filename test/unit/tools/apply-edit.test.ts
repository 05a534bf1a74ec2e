import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit } from '#main/tools/edit/apply-edit.ts';
import { decodeText, encodeText, toLineFeeds } from '#main/tools/text-file.ts';

const piece = fc.constantFrom('a', 'b', 'ab ', '\t', '“', '"', '’', "'", '\n', '\r\n', '\r', '😀', '$&', '  \n');
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('an edit of any text', () => {
  it('changes exactly the quoted text and keeps every other byte', () => {
    fc.assert(
      fc.property(text, text, text, text, (before, quoted, after, replacement) => {
        const raw = `${before}<<${quoted}>>${after}`;
        const old = `<<${quoted}>>`;
        const result = applyEdit({ raw, lineEnd: '\n' }, { old_string: old, new_string: replacement, replace_all: false });
        fc.pre(toLineFeeds(replacement) !== toLineFeeds(old));
        if (!result.ok) {
          // Only when the edit would change nothing.
          expect(result.message).toContain('No changes to make');
          return;
        }
        expect(result.raw).toBe(`${before}${toLineFeeds(replacement)}${after}`);
        expect(result.nearMatch).toBeUndefined();
      }),
    );
  });

  it('a near match never changes text the edit keeps', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('“', '”', '"', "'", '’', 'x', ' '), { minLength: 1, maxLength: 20 }), (chars) => {
        const actual = chars.join('');
        const plain = actual.replaceAll(/[“”]/g, '"').replaceAll('’', "'");
        const result = applyEdit(
          { raw: `start ${actual} end`, lineEnd: '\n' },
          { old_string: `start ${plain} end`, new_string: `start ${plain} END`, replace_all: false },
        );
        expect(result).toMatchObject({ ok: true, raw: `start ${actual} END` });
      }),
    );
  });
});

describe('any text file', () => {
  it('is restored byte for byte: any bytes without control characters', () => {
    const byte = fc.integer({ min: 0x20, max: 0xff }).filter((value) => value !== 0x7f);
    fc.assert(
      fc.property(fc.array(byte), (values) => {
        const bytes = Buffer.from(values);
        const file = decodeText(bytes);
        if (file.valid) expect(encodeText(file)).toEqual(bytes);
        if (values.every((value) => value < 0x80 || value > 0xf4)) expect(file.valid).toBe(true);
      }),
    );
  });

  it.each(['utf8', 'utf16le', 'utf16be'] as const)('is restored byte for byte: %s', (encoding) => {
    fc.assert(
      fc.property(text, fc.boolean(), (raw, mark) => {
        const bytes = encodeText({ raw, encoding, bom: encoding === 'utf8' ? mark : true });
        if (bytes === undefined) throw new Error('It has a byte for every character.');
        const file = decodeText(bytes);
        expect(file).toMatchObject({ raw, encoding, valid: true });
        expect(encodeText(file)).toEqual(bytes);
      }),
    );
  });
});
