import { degrees, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderPdf } from '#main/tools/read/media/render-pdf.ts';
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

const saved = async (document: PDFDocument): Promise<Buffer> => Buffer.from(await document.save());

/** Pages whose widths tell them apart. */
async function pdf(pages: number, password?: { user?: string; owner: string }): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) document.addPage([100 + page, 200]);
  if (password) document.encrypt({ userPassword: password.user ?? '', ownerPassword: password.owner });
  return saved(document);
}

const documentSchema = z.tuple([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('document'),
    source: z.object({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.base64() }),
  }),
]);

async function documentOf({ block }: CallOutcome): Promise<{ text: string; widths: number[] }> {
  const [{ text }, { source }] = documentSchema.parse(block?.content);
  const document = await PDFDocument.load(Buffer.from(source.data, 'base64'));
  return { text, widths: document.getPages().map((page) => page.getWidth()) };
}

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), source: z.object({ type: z.literal('base64'), media_type: z.string(), data: z.base64() }) }),
]);

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly pixels: Uint8Array;
}

/** What the model gets: texts, and pictures decoded. */
function imagesOf({ block }: CallOutcome): { texts: string[]; pictures: Picture[] } {
  const blocks = z.array(blockSchema).parse(block?.content);
  return {
    texts: blocks.flatMap((one) => (one.type === 'text' ? [one.text] : [])),
    pictures: blocks.flatMap((one) =>
      one.type === 'image' ? [decode(Buffer.from(one.source.data, 'base64'), one.source.media_type)] : [],
    ),
  };
}

function decode(bytes: Buffer, type: string): Picture {
  const photon = PhotonImage.new_from_byteslice(bytes);
  const picture = { width: photon.get_width(), height: photon.get_height(), type, pixels: photon.get_raw_pixels() };
  photon.free();
  return picture;
}

/** How many pixels are neither white nor nearly. */
function inkOf({ pixels }: Picture): number {
  let ink = 0;
  for (let at = 0; at < pixels.length; at += 4) if (Math.min(...pixels.subarray(at, at + 3)) < 128) ink += 1;
  return ink;
}

/** Noise, which doesn't compress, as from a scanner. */
function scan(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  let seed = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    if (at % 4 !== 3) pixels[at] = seed >> 16;
  }
  const photon = new PhotonImage(pixels, width, height);
  const jpeg = photon.get_bytes_jpeg(90);
  photon.free();
  return jpeg;
}

async function scannedPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  const picture = await document.embedJpg(scan(620, 877));
  for (let page = 0; page < pages; page += 1) document.addPage([595, 842]).drawImage(picture, { width: 595, height: 842 });
  return saved(document);
}

/** A page whose drawing calls itself up ten times at each of twelve levels. */
async function endless(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { context } = document;
  let inner = context.register(context.stream('0 0 1 1 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100] }));
  for (let level = 0; level < 12; level += 1) {
    const Resources = { XObject: { X: inner } };
    inner = context.register(context.stream('/X Do '.repeat(10), { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 100], Resources }));
  }
  const page = document.addPage([100, 100]);
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { X: inner } }));
  page.node.set(PDFName.of('Contents'), context.register(context.stream('/X Do')));
  return saved(document);
}

describe('Read: PDF files', () => {
  it('returns a short document unchanged', async () => {
    const bytes = await pdf(2);
    const file = session.write('d.pdf', bytes);
    const result = await read('d.pdf');
    expect(await documentOf(result)).toEqual({ text: `PDF file ${file}: pages 1-2 of 2.`, widths: [101, 102] });
    expect(result.result?.data).toEqual({
      type: 'pdf',
      file: { filePath: file, base64: bytes.toString('base64'), originalSize: bytes.length },
    });
    expect(outcomeOf('d.pdf', result)).toBe('pages 1-2 of 2');
  });

  it('reads a document that only its owner’s password protects', async () => {
    session.write('d.pdf', await pdf(1, { owner: 'o' }));
    expect((await documentOf(await read('d.pdf'))).widths).toEqual([101]);
    expect(imagesOf(await read('d.pdf', { pages: '1' })).pictures).toHaveLength(1);
  });

  it('repairs a file that is cut off, as far as it goes', async () => {
    const whole = await pdf(2);
    session.write('d.pdf', whole.subarray(0, 300));
    const { result } = await read('d.pdf');
    const { file } = z.object({ file: z.object({ base64: z.base64() }) }).parse(result?.data);
    expect(Buffer.from(file.base64, 'base64').subarray(-20).toString()).toContain('%%EOF');
  });

  it.each<[string, () => Promise<Buffer>, Record<string, unknown>, string]>([
    ['too many pages', () => pdf(11), {}, 'The PDF has 11 pages, too many to read at once. Set pages, for instance to "1-10"'],
    ['pages after the end', () => pdf(2), { pages: '3-4' }, 'The PDF has 2 pages; page 3 does not exist.'],
    ['too large a range', () => pdf(2), { pages: '1-21' }, 'at most 20 pages'],
    ['a range backwards', () => pdf(2), { pages: '2-1' }, 'pages must be a page or a range of pages'],
    ['page 0', () => pdf(2), { pages: '0' }, 'pages must be a page or a range of pages'],
    ['words', () => pdf(2), { pages: 'all' }, 'pages must be a page or a range of pages'],
    ['a password', () => pdf(2, { user: 'u', owner: 'o' }), {}, 'encrypted and needs a password'],
    ['pages behind a password', () => pdf(2, { user: 'u', owner: 'o' }), { pages: '1' }, 'encrypted and needs a password'],
    ['something else', () => Promise.resolve(Buffer.from('hello')), {}, 'not a PDF'],
    ['an empty file', () => Promise.resolve(Buffer.alloc(0)), {}, 'not a PDF'],
    ['a header alone', () => Promise.resolve(Buffer.from('%PDF-1.7\n')), {}, 'The PDF is damaged'],
    ['pages of a header alone', () => Promise.resolve(Buffer.from('%PDF-1.7\n')), { pages: '1' }, 'The PDF is damaged'],
    [
      'pages of noise',
      () => Promise.resolve(Buffer.concat([Buffer.from('%PDF-1.7\n'), scan(40, 40)])),
      { pages: '1' },
      'The PDF is damaged',
    ],
  ])('refuses %s', async (_name, bytes, more, message) => {
    session.write('d.pdf', await bytes());
    const { text, isError } = await read('d.pdf', more);
    expect({ text, isError }).toEqual({ text: expect.stringContaining(message), isError: true });
  });

  it('takes pages for PDF files only', async () => {
    session.write('a.txt', 'a');
    expect((await read('a.txt', { pages: '1' })).text).toBe('pages is only for PDF files. Use offset and limit for text.');
    expect((await read('a.txt', { pages: '' })).text).toBe('1\ta');
  });

  it('stops when the call is aborted', async () => {
    session.write('d.pdf', await pdf(2));
    session.context.abortController.abort(new Error('stop'));
    expect(await read('d.pdf')).toMatchObject({ isError: true });
  });
});

describe('Read: pages of PDF files as images', () => {
  it.each([
    ['3', 'page 3 of 30', 3, [412]],
    [' 29 - 45 ', 'pages 29-30 of 30', 29, [516, 520]],
    ['4-6', 'pages 4-6 of 30', 4, [416, 420, 424]],
  ])('draws the pages %j', async (pages, said, firstPage, widths) => {
    const bytes = await pdf(30);
    const file = session.write('d.pdf', bytes);
    const result = await read('d.pdf', { pages });
    const { texts, pictures } = imagesOf(result);
    expect(texts).toEqual([`PDF file ${file}: ${said}, as images.`, ...widths.map((_, at) => `Page ${String(firstPage + at)}:`)]);
    expect(pictures.map(({ width }) => width)).toEqual(widths);
    expect(outcomeOf('d.pdf', result)).toBe(said);
    const outputDir = path.join(session.sessionDir, 'tool-results', 'toolu_1-files');
    expect(result.result?.data).toEqual({
      type: 'parts',
      file: { filePath: file, originalSize: bytes.length, count: widths.length, outputDir },
      firstPage,
    });
    expect(readdirSync(outputDir).toSorted()).toEqual(widths.map((_, at) => `page-${String(firstPage + at)}.png`).toSorted());
    expect(decode(readFileSync(path.join(outputDir, `page-${String(firstPage)}.png`)), 'image/png').width).toBe(widths[0]);
  });

  it('draws text, values in forms and pages that are turned', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage([595, 842]).drawText('Some words', { font, size: 40, x: 50, y: 700 });
    const field = document.getForm().createTextField('name');
    field.setText('A value');
    field.addToPage(document.addPage([595, 842]), { x: 50, y: 500, width: 300, height: 40 });
    document.addPage([595, 842]).setRotation(degrees(90));
    session.write('d.pdf', await saved(document));
    const { pictures } = imagesOf(await read('d.pdf', { pages: '1-3' }));
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [1108, 1568],
      [1108, 1568],
      [1568, 1108],
    ]);
    expect(pictures.map(inkOf)).toEqual([expect.toSatisfy((ink) => ink > 2000), expect.toSatisfy((ink) => ink > 1000), 0]);
  });

  it('sends scanned pages as JPEG', async () => {
    session.write('d.pdf', await scannedPdf(2));
    expect(imagesOf(await read('d.pdf', { pages: '1-2' })).pictures.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg']);
  });

  it('makes pages worse rather than too large', async () => {
    const imagesBytes = 200_000;
    const drawn = await renderPdf(
      await scannedPdf(2),
      { first: 1, last: 2 },
      { wholePages: 10, documentBytes: 0, imageSide: 500, imagesBytes },
    );
    const sizes = drawn.outcome === 'images' ? drawn.images.map((image) => image.bytes?.length ?? 0) : [];
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(size > 0 && size <= imagesBytes / 2).toBe(true);
  });

  it('draws a short document that is too large to send', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 4; page += 1) {
      const picture = await document.embedJpg(scan(2480, 1754 + page));
      document.addPage([842, 595]).drawImage(picture, { width: 842, height: 595 });
    }
    session.write('d.pdf', await saved(document));
    const result = await read('d.pdf');
    expect(result.result?.data).toMatchObject({ type: 'parts', firstPage: 1, file: { count: 4 } });
    expect(imagesOf(result).pictures).toHaveLength(4);
  });

  it('reads the last of 1000 pages', async () => {
    session.write('d.pdf', await pdf(1000));
    expect(imagesOf(await read('d.pdf', { pages: '1000' })).texts).toEqual([expect.stringContaining('page 1000 of 1000'), 'Page 1000:']);
  });

  it.each([
    ['huge', [1e7, 1e7], [1568, 1568]],
    ['tiny', [1, 2], [4, 8]],
    ['long', [1e7, 1], [1568, 1]],
  ] as const)('draws a %s page in bounded size', async (_name, [width, height], size) => {
    const document = await PDFDocument.create();
    document.addPage([width, height]);
    session.write('d.pdf', await saved(document));
    const [picture] = imagesOf(await read('d.pdf', { pages: '1' })).pictures;
    expect([picture?.width, picture?.height]).toEqual(size);
  });

  it('says which pages can’t be drawn and draws the others', async () => {
    const document = await PDFDocument.create();
    document.addPage([100, 100]);
    const broken = document.addPage([100, 100]);
    document.addPage([100, 100]);
    document.context.assign(broken.ref, document.context.obj(1));
    session.write('d.pdf', await saved(document));
    const result = await read('d.pdf', { pages: '1-3' });
    const { texts, pictures } = imagesOf(result);
    expect(texts.slice(1)).toEqual(['Page 1:', 'Page 2 could not be drawn: it is damaged or too complex.', 'Page 3:']);
    expect(pictures).toHaveLength(2);
    expect(result.result?.data).toMatchObject({ file: { count: 2 } });
  });

  it('is ended by an abort while a hostile page is drawn', async () => {
    session.write('d.pdf', await endless());
    const before = process.cpuUsage().user;
    const reading = read('d.pdf', { pages: '1' });
    // The thread is in the middle of it once it has used this much.
    while (process.cpuUsage().user - before < 1_500_000) await new Promise((resolve) => setTimeout(resolve, 20));
    session.context.abortController.abort();
    expect(await reading).toMatchObject({ isError: true, text: 'Reading was aborted.' });
  });
});
