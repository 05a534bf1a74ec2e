import { PhotonImage } from '@silvia-odwyer/photon-node';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolViewSchema } from '#shared/session/tool-view.ts';
import { type CallOutcome, SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const read = (file: string, more: Record<string, unknown> = {}): Promise<CallOutcome> => session.call('Read', { file_path: file, ...more });

function outcomeOf(file: string, { result }: CallOutcome): string | undefined {
  const view = session
    .tool('Read')
    .present({ stage: 'result', input: { file_path: file }, output: result?.data, details: result?.details });
  return toolViewSchema.parse(view).outcome;
}

/** Left half red, right half blue; `alpha` of all pixels. */
function image(width: number, height: number, format: 'png' | 'jpeg' | 'webp', alpha = 255): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels[(at / 4) % width < width / 2 ? at : at + 2] = 255;
    pixels[at + 3] = alpha;
  }
  const photon = new PhotonImage(pixels, width, height);
  const bytes = format === 'png' ? photon.get_bytes() : format === 'jpeg' ? photon.get_bytes_jpeg(90) : photon.get_bytes_webp();
  photon.free();
  return Buffer.from(bytes);
}

const imageDataSchema = z.object({
  type: z.literal('image'),
  file: z.object({ base64: z.base64(), type: z.string(), originalSize: z.number(), dimensions: z.record(z.string(), z.number()) }),
});

function decoded({ result }: CallOutcome): { width: number; height: number; type: string; pixel: (x: number, y: number) => Uint8Array } {
  const { file } = imageDataSchema.parse(result?.data);
  const photon = PhotonImage.new_from_byteslice(Buffer.from(file.base64, 'base64'));
  const [width, height, pixels] = [photon.get_width(), photon.get_height(), photon.get_raw_pixels()];
  return { width, height, type: file.type, pixel: (x, y) => pixels.slice((y * width + x) * 4, (y * width + x) * 4 + 3) };
}

describe('Read: images', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('returns a small %s unchanged', async (format) => {
    const bytes = image(40, 30, format);
    session.write(`i.${format}`, bytes);
    const result = await read(`i.${format}`);
    expect(result.block?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: `image/${format}`, data: bytes.toString('base64') } },
    ]);
    expect(imageDataSchema.parse(result.result?.data).file).toMatchObject({
      originalSize: bytes.length,
      dimensions: { originalWidth: 40, originalHeight: 30, displayWidth: 40, displayHeight: 30 },
    });
  });

  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/png'],
  ] as const)('scales a large %s down and says so', async (format, type) => {
    session.write('i.bin.png', image(3000, 600, format));
    const result = await read('i.bin.png');
    expect(result.text).toContain('The image is 3000 × 600 pixels; it is shown scaled to 2000 × 400.');
    const { width, height, pixel, ...rest } = decoded(result);
    expect([width, height, rest.type]).toEqual([2000, 400, type]);
    expect([pixel(100, 200), pixel(1900, 200)].map((pixelOf) => [...pixelOf].map((value) => Math.round(value / 255)))).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  it('turns a scaled photo upright', async () => {
    const jpeg = image(2400, 1200, 'jpeg');
    // Orientation 6 in big-endian Exif: to be turned by 90 degrees clockwise.
    const exif = Buffer.from('457869660000 4d4d002a00000008 0001 0112 0003 00000001 00060000 00000000'.replaceAll(' ', ''), 'hex');
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
    session.write('i.jpg', Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]));
    const { width, height, pixel } = decoded(await read('i.jpg'));
    expect([width, height]).toEqual([1000, 2000]);
    expect(pixel(500, 100)[0]).toBeGreaterThan(200);
    expect(pixel(500, 1900)[2]).toBeGreaterThan(200);
  });

  it('takes an image with bytes after its end', async () => {
    session.write('i.jpg', Buffer.concat([image(40, 30, 'jpeg'), Buffer.from('more')]));
    expect(decoded(await read('i.jpg'))).toMatchObject({ width: 40, height: 30 });
  });

  it.each<[string, Buffer, string]>([
    ['a header alone', image(40, 30, 'png').subarray(0, 24), 'damaged'],
    ['half of a file', image(400, 300, 'png').subarray(0, 600), 'damaged'],
    ['a magic number alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'damaged'],
    ['a few bytes that claim a gigapixel', withSize(image(40, 30, 'png'), 40_000, 30_000), '40000 × 30000 pixels, at most 100 megapixels'],
    ['no pixels at all', withSize(image(40, 30, 'png'), 0, 30), 'damaged'],
  ])('refuses %s', async (_name, bytes, message) => {
    session.write('i.png', bytes);
    const { text, isError } = await read('i.png');
    expect({ text, isError }).toEqual({ text: expect.stringContaining(message), isError: true });
  });
});

function withSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

describe('Read: folders', () => {
  it('lists names A to Z, without what rules deny', async () => {
    session.write('f/b.txt', '');
    session.write('f/a/x', '');
    session.denied.add(session.write('f/secret', ''));
    const result = await read('f');
    expect(result.text).toBe(`Folder ${path.join(session.project, 'f')}:\na/\nb.txt`);
    expect(outcomeOf('f', result)).toBe('2 entries');
  });

  it('cuts a long listing and says so', async () => {
    for (let index = 0; index < 1010; index += 1) session.write(`f/${String(index).padStart(4, '0')}`, '');
    expect((await read('f')).text).toMatch(/\n0999\n\.\.\. 10 more entries not listed$/u);
  });

  it('says that a folder is empty, and follows the decision about links', async () => {
    mkdirSync(path.join(session.project, 'f'));
    expect((await read('f')).text).toBe(`The folder ${path.join(session.project, 'f')} is empty.`);
    symlinkSync(session.outside, path.join(session.project, 'link'));
    session.context = { ...session.context, decidedPaths: [path.join(session.project, 'link')] };
    expect((await read('link')).text).toContain('leads somewhere else than when this call was allowed');
    session.context = { ...session.context, decidedPaths: [session.outside] };
    session.denied.add(session.outside);
    expect((await read('link')).text).toContain('denied by your permission settings');
  });
});
